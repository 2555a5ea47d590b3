import FlowWatch
import Millrace
public import MillraceTesting

/// A running program, used line by line.
@MainActor
public final class Session {
  private let program: any Program
  private let work: WorkInFlight
  private let manual: ManualClock?
  private let write: (String) -> Void
  /// True after `quit`.
  public private(set) var isOver = false

  /// Creates a session with real time and random numbers, or with those of a script.
  ///
  /// In a script, lines such as `wait 3` move the clock, and random numbers are the same each time.
  ///
  /// - Parameters:
  ///   - entry: The program.
  ///   - manual: The manual clock; nil for the system's.
  ///   - write: A closure that prints a line.
  /// - Throws: An error that keeps the program from beginning.
  public init(_ entry: Catalogue.Entry, manual: ManualClock?, write: @escaping (String) -> Void) throws {
    let environment =
      if let manual { StoreEnvironment(clock: manual, random: .seeded(1)) } else { StoreEnvironment() }
    program = try entry.program.init(environment: environment, write: write)
    work = WorkInFlight(of: program.flow)
    self.manual = manual
    self.write = write
  }

  /// Prints a line like one that was read, and carries it out.
  public func play(_ line: String) async {
    write("> \(Line.visible(line))")
    await answer(line)
  }

  /// Carries out a line, and waits until all work has ended or sleeps on the clock.
  public func answer(_ text: String) async {
    guard let line = Line(text) else { return }
    do {
      switch line.word {
      case "help":
        try line.alone()
        write(type(of: program).help + "\nhelp           list this\nquit           leave")
        if manual != nil { write("wait 0.5       let so many seconds pass") }
      case "quit":
        try line.alone()
        isOver = true
      case "wait":
        let time = try line.seconds()
        guard let manual else { throw LineError.timePasses }
        await manual.advance(by: time) { await self.settle() }
      default: try program.follow(line)
      }
    } catch {
      write("\(error)")
    }
    await settle()
  }

  /// Moves the clock until no work sleeps on it.
  public func runOut() async {
    await settle()
    do {
      try await manual?.run(atMost: .max) { await self.settle() }
    } catch {
      write("\(error)")
    }
  }

  /// Waits until all work sleeps on the clock: each effect once, and each ticker.
  ///
  /// More sleepers are possible: the alarm of a queue that debounces stays when its effect is cancelled.
  private func settle() async {
    guard let manual else { return }
    do {
      try await manual.waitUntil { manual.sleepers.count >= work.openCount + program.tickers }
    } catch {
      write("\(error)")
    }
  }
}
