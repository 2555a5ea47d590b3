#if canImport(SwiftUI)
import Aftermath
import AftermathRouting
import Combine
import Harvest
import HarvestStore
import SwiftUI

// Samples that need Apple's frameworks. On Linux, Scripts/apple compiles them.

struct ContentView: View {
  var body: some View { Text("Notes") }
}

struct LinkedView: View {
  var body: some View {
    ContentView().onOpenURL { url in Engine.shared.execute(command: RouteCommand(url: url)) }
  }
}

/// A machine that Combine presses the button of, and that follows a publisher while it is on.
enum LampSample {
  enum State: Hashable, Sendable { case off, on }
  enum Input: Hashable, Sendable { case press, flicker }
  typealias Lamp = Harvester<Input, State>

  @MainActor
  static func lamp(button: PassthroughSubject<Input, Never>, wind: AnyPublisher<Input, Never>) -> Lamp {
    let table: Lamp.Mapping = .press | .off => .on
    let mapping: Lamp.EffectMapping<Void, BasicEffectQueue, Never> = table | wind
    return Harvester(state: .off, inputs: PublishedInputs(button), mapping: mapping, world: ())
  }
}

struct VolumeView: View {
  struct Player: Equatable, Sendable {
    var volume = 3
  }

  enum Input: Equatable, Sendable { case mute }

  let store: HarvestStore.Store<Input, Player>

  var body: some View {
    let proxy = store.proxy
    Stepper("Volume", value: proxy.$state.volume.swiftUI)
  }
}
#endif
