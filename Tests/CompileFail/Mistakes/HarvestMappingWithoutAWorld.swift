// expect-error: generic type 'EffectMapping' specialized with too few type parameters (got 2, but expected 3)
// expect-also: 'Effect' is not a member type of generic class
// A mapping is named without its world, as in the original's README and in none of its last releases.
import Harvest

enum Light: Sendable { case off, on }
enum Input: Sendable { case press }

// row: `Harvester.EffectMapping<Queue, ID>`, earlier
typealias Queue = BasicEffectQueue
typealias ID = Never
typealias LightMapping = Harvester<Input, Light>.EffectMapping<Queue, ID>

// row: `Harvester.Effect<Input, Queue, ID>`, earlier
typealias LightEffect = Harvester<Input, Light>.Effect<Input, Queue, ID>
