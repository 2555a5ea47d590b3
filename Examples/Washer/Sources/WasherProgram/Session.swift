import FlowWatch
import Harvest
import MillraceTesting
import WasherChart

/// The machine, and the output of each line.
@MainActor
final class Session {
  private static let listing = """
    power start stop open close cotton wool    what can be done with the machine
    state                                      where it is
    wait 30                                    lets 30 seconds pass, in a session from a file
    quit
    """

  private let harvester: Harvester<Washer.Input, Washer.State>
  private let manual: ManualClock?
  private let write: (String) -> Void
  private let work: WorkInFlight
  private let token: ObservationToken
  private(set) var isOver = false

  /// Creates a session on the system's clock, or on a manual one that lines such as `wait 30` move.
  init(_ chart: Washer.Chart, manual: ManualClock?, write: @escaping (String) -> Void) {
    let clock: any Clock<Duration> = if let manual { manual } else { ContinuousClock() }
    harvester = Harvester(
      state: chart.initialState, effect: chart.initialEffect, mapping: chart.mapping, name: "washer",
      environment: StoreEnvironment(clock: clock))
    work = WorkInFlight(of: harvester.store.flow)
    self.manual = manual
    self.write = write
    token = harvester.onReply { write(Self.words($0)) }
  }

  /// Carries out a line, and waits until all work has ended or sleeps on the clock.
  func answer(_ text: String) async {
    let words = text.split(separator: " ").map { $0.lowercased() }
    switch words.first {
    case nil: return
    case "state": write("\(Self.place(harvester.state)), program \(harvester.state.program)")
    case "help": write(Self.listing)
    case "quit": isOver = true
    case "wait": await wait(words.dropFirst().first)
    case let word?:
      guard let input = Washer.Input(rawValue: word), words.count == 1 else {
        return write("'\(printable(text))' is nothing that can be done; 'help' lists what can be.")
      }
      harvester.send(input)
    }
    await settle()
  }

  private static func words(_ reply: Reply<Washer.Input, Washer.State>) -> String {
    switch reply {
    case .success(let reply): "\(reply.input): \(place(reply.fromState)) => \(place(reply.toState))"
    case .failure(let reply): "\(reply.input) is refused in \(place(reply.fromState))"
    }
  }

  private static func place(_ state: Washer.State) -> String {
    state.configuration.leaves.map(\.rawValue).joined(separator: " & ")
  }

  /// Moves the clock; each moment's work ends before the next.
  private func wait(_ text: String?) async {
    guard let manual else { return write("Time passes by itself here; 'wait' is for lines from a file.") }
    guard let seconds = text.flatMap({ Int($0) }), 1...86_400 ~= seconds else {
      return write("'wait' needs a number of seconds from 1 to 86400, such as 'wait 30'.")
    }
    await manual.advance(by: .seconds(seconds)) { await self.settle() }
  }

  /// Waits until every running effect sleeps: each is a delay of the chart.
  private func settle() async {
    guard let manual else { return }
    do {
      try await manual.waitUntil { manual.sleepers.count == work.runningCount }
    } catch {
      write("\(error)")
    }
  }

  /// Removes characters that would move the cursor or change colours when the text is printed.
  private func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
  }
}
