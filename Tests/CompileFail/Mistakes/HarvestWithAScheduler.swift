// expect-error: Leave out `scheduler:`
// A machine is given a scheduler, as in the original.
import Dispatch
import Harvest

enum Light: Sendable { case off, on }
enum LightInput: Sendable { case press }

// row: `Harvester(state:effect:inputs:mapping:world:scheduler:options:)` and its three relatives
@MainActor
func make(inputs: AsyncStream<LightInput>) -> Harvester<LightInput, Light> {
  typealias Mapping = Harvester<LightInput, Light>.EffectMapping<Int, BasicEffectQueue, Never>
  return Harvester(
    state: .off, effect: .empty, inputs: inputs, mapping: Mapping { _, _ in (.on, .empty) }, world: 1,
    scheduler: DispatchQueue.main, options: nil)
}

@MainActor
func makePlain(inputs: AsyncStream<LightInput>) -> Harvester<LightInput, Light> {
  Harvester(
    state: .off, inputs: inputs, mapping: Harvester<LightInput, Light>.Mapping { _, _ in .on },
    scheduler: DispatchQueue.main)
}
