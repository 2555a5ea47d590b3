// expect-error: Leave out `scheduler:`
// A machine is given a scheduler, as in the original.
import Dispatch
import Harvest

enum Light: Sendable { case off, on }
enum LightInput: Sendable { case press }

@MainActor
func make(inputs: AsyncStream<LightInput>) -> Harvester<LightInput, Light> {
  Harvester(
    state: .off, inputs: inputs, mapping: Harvester<LightInput, Light>.Mapping { _, _ in .on },
    scheduler: DispatchQueue.main)
}
