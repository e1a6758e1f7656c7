import { z } from 'zod';

/** An object of the API, with its name and its words in the reference. What each field means is said by the field's own `describe`. */
export const named = <const Shape extends z.core.$ZodLooseShape>(id: string, description: string, shape: Shape) =>
  z.object(shape).register(z.globalRegistry, { id, description });
