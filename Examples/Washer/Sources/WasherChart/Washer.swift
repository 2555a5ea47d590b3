public import Harvest

/// A washing machine: a drum and a door, which are two regions of a statechart.
public enum Washer {
  public enum Mode: String, Hashable, Sendable {
    case off, on
    case drum, idle, running, washing, rinsing, spinning, finished
    case door, closed, opened, locked
  }

  public enum Input: String, Hashable, CaseIterable, Sendable {
    /// The switch.
    case power
    /// The button that starts the program; while the machine is off, it also turns it on.
    case start
    case stop
    case open
    case close
    case cotton
    case wool
    /// The answers of the delays.
    case soaked
    case rinsed
    case spun
  }

  public enum Program: String, Hashable, Sendable {
    case cotton
    case wool

    public var washing: Duration { self == .cotton ? .seconds(60) : .seconds(20) }
  }

  public struct State: StatechartState, Hashable, Sendable {
    public var configuration = StatechartConfiguration<Mode>()
    public var program = Program.cotton

    public init() {}
  }

  public typealias Chart = Statechart<Input, State, Void, BasicEffectQueue, Never>

  /// The chart.
  ///
  /// The drum decides, and the door follows it without an input: it is locked while the drum runs.
  public static func chart() throws(StatechartError) -> Chart {
    try Chart(initial: State()) {
      substate(.off, initial: true) {
        onInput(.power, to: .deepHistory(.on))
        onInput(.start, to: [.running, .locked])
      }
      parallelState(.on) {
        onInput(.power, to: .off)
        drum
        door
      }
    }
  }

  private static var drum: Chart.Node {
    substate(.drum) {
      substate(.idle, initial: true) {
        onInput(.start, to: .running, guard: .when("door closed") { $0.configuration.contains(.closed) })
        onInput(.cotton) { _, state in choose(.cotton, &state) }
        onInput(.wool) { _, state in choose(.wool, &state) }
      }
      substate(.running) {
        onInput(.stop, to: .idle)
        onDone(to: .idle)
        substate(.washing, initial: true) {
          onDelay(.soaked, after: "the program's time") { $0.program.washing }
          onInput(.soaked, to: .rinsing)
        }
        substate(.rinsing) {
          onDelay(.seconds(20), .rinsed)
          onInput(.rinsed, to: .spinning)
        }
        substate(.spinning) {
          onDelay(.seconds(10), .spun)
          onInput(.spun, to: .finished)
        }
        finalState(.finished)
      }
    }
  }

  private static var door: Chart.Node {
    substate(.door) {
      substate(.closed, initial: true) {
        onInput(.open, to: .opened)
        onAlways(to: .locked, guard: .when("running") { $0.configuration.contains(.running) })
      }
      substate(.opened) {
        onInput(.close, to: .closed)
      }
      substate(.locked) {
        onAlways(to: .closed, guard: .when("not running") { !$0.configuration.contains(.running) })
      }
    }
  }

  private static func choose(_ program: Program, _ state: inout State) -> Chart.Effect {
    state.program = program
    return .empty
  }
}
