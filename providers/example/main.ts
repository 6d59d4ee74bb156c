import { serve } from 'agent-hcl/sdk';
import { provider } from './provider.ts';

serve(provider);
