import Millrace
public import MillraceTesting

/// A program that is being used, line by line.
@MainActor
public final class Session {
  private let program: any Program
  private let work: WorkInFlight
  private let manual: ManualClock?
  private let write: (String) -> Void
  /// Whether somebody has said `quit`.
  public private(set) var isOver = false

  /// A session with real time and chance, or with those of a script.
  ///
  /// In a script a clock is moved by lines such as `wait 3`, and chance is the same each time.
  ///
  /// - Parameters:
  ///   - entry: The program.
  ///   - manual: The clock that is moved; nil for the system's.
  ///   - write: Prints a line.
  /// - Throws: What keeps the program from beginning.
  public init(_ entry: Catalogue.Entry, manual: ManualClock?, write: @escaping (String) -> Void) throws {
    let environment =
      if let manual { StoreEnvironment(clock: manual, random: .seeded(1)) } else { StoreEnvironment() }
    program = try entry.program.init(environment: environment, write: write)
    work = WorkInFlight(of: program.flow)
    self.manual = manual
    self.write = write
  }

  /// Prints a line as one that was read, and follows it.
  public func play(_ line: String) async {
    write("> \(Line.visible(line))")
    await answer(line)
  }

  /// Follows a line, and waits until everybody who will answer has done so or waits for time to pass.
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

  /// Lets time pass until nobody waits for it any more.
  public func runOut() async {
    await settle()
    do {
      try await manual?.run(atMost: .max) { await self.settle() }
    } catch {
      write("\(error)")
    }
  }

  /// Waits until everything that is under way sleeps on the clock: each effect once, and each ticker.
  ///
  /// More may sleep than that: the alarm of a queue that debounces stays when what it was set for is
  /// cancelled.
  private func settle() async {
    guard let manual else { return }
    do {
      try await manual.waitUntil { manual.sleepers.count >= work.count + program.tickers }
    } catch {
      write("\(error)")
    }
  }
}
