import FlowWatch
import Harvest
import LoginMachine
import MillraceTesting

/// The machine with a server, and the output of each line.
@MainActor
final class Session {
  private let harvester: Harvester<LoginInput, LoginState>
  private let server: Server
  private let manual: ManualClock?
  private let write: (String) -> Void
  private let work: WorkInFlight
  private let token: ObservationToken
  private(set) var isOver = false

  /// Creates a session on the system's clock, or on a manual one that lines such as `wait 30` move.
  ///
  /// - Parameters:
  ///   - manual: The manual clock; nil for the system's.
  ///   - write: A closure that prints a line.
  init(manual: ManualClock?, write: @escaping (String) -> Void) {
    let clock: any Clock<Duration> = if let manual { manual } else { ContinuousClock() }
    server = Server(clock: clock)
    harvester = Harvester(
      state: Login.initial, mapping: Login.mapping, world: server.world, name: "login",
      environment: StoreEnvironment(clock: clock))
    work = WorkInFlight(of: harvester.store.flow)
    self.manual = manual
    self.write = write
    token = harvester.onReply { write(Self.words($0)) }
  }

  /// Carries out a line, and waits until all work has ended or sleeps on the clock.
  func answer(_ text: String) async {
    do {
      guard let line = try Line(text) else { return }
      switch line {
      case .input(let input): harvester.send(input)
      case .refusing(let isRefusing):
        await server.refuse(isRefusing)
        write(isRefusing ? "The server lets nobody in." : "The server lets everybody in.")
      case .wait(let seconds): await wait(seconds)
      case .state: write("state: \(harvester.state)")
      case .help: write(Line.listing)
      case .quit: isOver = true
      }
      await settle()
    } catch {
      write("\(error)")
    }
  }

  private static func words(_ reply: Reply<LoginInput, LoginState>) -> String {
    switch reply {
    case .success(let reply): "accepted: \(reply.input), \(reply.fromState) => \(reply.toState)"
    case .failure(let reply): "rejected: \(reply.input), still \(reply.fromState)"
    }
  }

  /// Moves the clock; each moment's work ends before the next.
  private func wait(_ seconds: Int) async {
    guard let manual else {
      write("Time passes by itself here; 'wait' is for lines that come from a file.")
      return
    }
    await manual.advance(by: .seconds(seconds)) { await self.settle() }
  }

  /// Waits until every running effect sleeps: each sleeps once, for the server or the session.
  private func settle() async {
    guard let manual else { return }
    do {
      try await manual.waitUntil { manual.sleepers.count == work.runningCount }
    } catch {
      write("\(error)")
    }
  }
}
