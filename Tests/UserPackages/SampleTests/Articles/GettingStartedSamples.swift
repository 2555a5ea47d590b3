import Millrace
import Testing

struct Stopwatch: Equatable {
  var seconds = 0
  var isRunning = false
  var laps: [Int] = []
}

enum StopwatchMessage: Sendable {
  case startOrStop
  case tick
  case lap
  case reset
}

extension Stopwatch {
  static func update(_ watch: inout Stopwatch, _ message: StopwatchMessage) -> Effect<StopwatchMessage> {
    switch message {
    case .startOrStop: watch.isRunning.toggle()
    case .tick: watch.seconds += 1
    case .lap: watch.laps.append(watch.seconds)
    case .reset: watch = Stopwatch()
    }
    return .none
  }
}

@MainActor
final class StopwatchScreen {
  let store = Store(Stopwatch(), update: Stopwatch.update)
  private(set) var title = ""

  init() {
    store.observe(\.seconds, owner: self, initial: true) { screen, seconds in
      screen.title = "\(seconds) s"
    }
  }

  func lapPressed() {
    store.send(.lap)
  }
}

@MainActor
@Suite("Getting started") struct GettingStartedSamples {
  @Test("The screen shows what the store says")
  func screen() {
    let screen = StopwatchScreen()
    #expect(screen.title == "0 s")
    screen.store.send(.tick)
    screen.lapPressed()
    #expect(screen.title == "1 s")
    #expect(screen.store.laps == [1])
  }

  @Test("Reading needs no turn")
  func reading() {
    let store = Store(Stopwatch(), update: Stopwatch.update)
    store.send(.tick)
    let seconds = store.seconds
    let hasLaps = store.withState { !$0.laps.isEmpty }
    #expect(seconds == 1)
    #expect(!hasLaps)
  }

  @Test("An update is a function, and is tested as one")
  func update() {
    var watch = Stopwatch(seconds: 5)
    let effect = Stopwatch.update(&watch, .lap)
    #expect(watch.laps == [5])
    #expect(effect.isNone)
  }

  @Test("A message type that cannot be inferred is written with `of`")
  func inline() {
    let store = Store(0, of: Int.self) { sum, number in
      sum += number
      return .none
    }
    store.send(2)
    store.send(3)
    #expect(store.state == 5)
  }
}
