import LineTerminal
import LookupLogic
import Millrace
import MillraceLogging
import MillraceTesting

/// The store with its printer, and the two sources of input.
@MainActor
struct Session {
  private let store: Store<LookupState, LookupMessage>
  private let printer: Printer
  private let trace: ObservationToken?
  private let terminal: Terminal

  init(environment: StoreEnvironment, terminal: Terminal, isTraced: Bool) {
    store = Store(
      LookupState(), name: "lookup", environment: environment, subscriptions: Lookup.subscriptions,
      update: Lookup.update)
    printer = Printer(store, terminal)
    self.terminal = terminal
    trace = isTraced ? store.printChanges(to: { terminal.write($0, .faint) }) : nil
  }

  /// Runs for a person: a separate thread reads and posts lines, so answers arrive while the user types.
  static func typed(_ terminal: Terminal, isTraced: Bool) async {
    var environment = StoreEnvironment()
    environment[LibraryKey.self] = LocalLibrary(latency: .milliseconds(400))
    let session = Session(environment: environment, terminal: terminal, isTraced: isTraced)
    let sender = session.store.sender()
    terminal.write("A small library. 'find mill' is a way to begin, 'help' lists the commands.")
    terminal.readLines({ sender.send(.entered($0)) }, end: { sender.send(.inputEnded) })
    for await isOver in session.store.values(of: \.isOver) where isOver { return terminal.end() }
  }

  /// Runs a file: each line is carried out before the next is read, time stands still except for `wait`, and
  /// random numbers are the same in every run.
  static func scripted(_ terminal: Terminal, isTraced: Bool) async {
    let clock = ManualClock()
    var environment = StoreEnvironment(clock: clock, random: .seeded(1))
    environment[LibraryKey.self] = LocalLibrary()
    let session = Session(environment: environment, terminal: terminal, isTraced: isTraced)
    await terminal.followLines { line in
      if case .success(.wait(let seconds))? = Command.parse(line: line).first {
        await session.wait(seconds, clock)
      } else {
        await session.store.send(.entered(line)).finish()
      }
      return !session.store.isOver
    }
  }

  /// Moves the clock.
  ///
  /// Only subscriptions sleep, so the program is idle when all of them sleep again.
  private func wait(_ seconds: Int, _ clock: ManualClock) async {
    let sleepers = store.withState { Lookup.subscriptions($0).count }
    await clock.advance(by: .seconds(seconds)) { await clock.waitForSleepers(count: sleepers) }
  }
}
