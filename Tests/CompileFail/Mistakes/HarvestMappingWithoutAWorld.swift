// expect-error: generic type 'EffectMapping' specialized with too few type parameters (got 2, but expected 3)
// A mapping is named without its world, as in the original's README and in none of its last releases.
import Harvest

enum Light: Sendable { case off, on }
enum LightInput: Sendable { case press }

typealias LightMapping = Harvester<LightInput, Light>.EffectMapping<BasicEffectQueue, Never>
