import { serve } from 'agent-hcl/sdk';
import { provider } from './provider.ts';

void serve(provider);
