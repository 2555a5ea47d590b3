import Flask
import FlowWatch
import Foundation
import MillraceTesting
import PantryLogic

/// A household, and the output of each line.
@MainActor
final class Session {
  private let pantry: Pantry
  private let printer: Printer
  private let archives: NotedArchives
  private let work: WorkInFlight
  private let manual: ManualClock?
  private let paper: Paper
  private let crash: () -> Void
  private(set) var isOver = false
  /// True when something could not be saved at the end.
  private(set) var isUnsaved = false

  /// A counter of the session's output.
  private final class Paper {
    let write: (String) -> Void
    private(set) var count = 0

    init(_ write: @escaping (String) -> Void) {
      self.write = write
    }

    func callAsFunction(_ text: String) {
      count += 1
      write(text)
    }
  }

  /// Creates a session on the system's clock, or on a manual one that lines such as `wait 3` move.
  ///
  /// - Parameters:
  ///   - storage: The storage of the archives.
  ///   - manual: The manual clock; nil for the system's.
  ///   - crash: A closure that ends the program at once.
  ///   - write: A closure that prints a line.
  init(
    storage: any ArchiveStorage, manual: ManualClock?, crash: @escaping () -> Void,
    write: @escaping (String) -> Void
  ) {
    let clock: any Clock<Duration> = if let manual { manual } else { ContinuousClock() }
    archives = NotedArchives(storage)
    let paper = Paper(write)
    pantry = Pantry(environment: StoreEnvironment(clock: clock), archives: archives) { paper($0) }
    printer = Printer(pantry) { paper($0) }
    work = WorkInFlight(of: pantry.flask.bus.flow)
    self.manual = manual
    self.crash = crash
    self.paper = paper
    work.whenNone = { [archives] in Self.acknowledge(archives, paper) }
    if canSave { paper(Overview.welcome(pantry)) }
  }

  /// True when changes can be saved; otherwise the reason was printed.
  var canSave: Bool { !archives.isOutOfReach }

  private func write(_ text: String) { paper(text) }

  /// Carries out a line, and waits until all work has ended or sleeps on the clock.
  func answer(_ text: String) async {
    do {
      guard let line = try Line(text) else { return }
      let (lines, waiting) = (paper.count, Overview.waiting(on: pantry.flask.bus).count)
      await follow(line)
      await settle()
      if Overview.waiting(on: pantry.flask.bus).count > waiting {
        write("That waits for the bus; 'waiting' says what else does.")
      } else if paper.count == lines && line.isAction {
        write("That changes nothing.")
      }
    } catch {
      write("\(error)")
    }
  }

  /// Saves unsaved changes before the end.
  func end() async {
    isOver = true
    await save()
  }

  private func follow(_ line: Line) async {
    switch line {
    case .need(let wishes): pantry.need(wishes.map { ($0.item, $0.count) })
    case .buy(let wish): pantry.buy(wish.item, wish.count)
    case .use(let wish): pantry.use(wish.item, wish.count)
    case .day(let allowance): pantry.newDay(allowance: allowance * 100)
    case .watch(let item): watch(item)
    case .wait(let seconds): await wait(seconds)
    case .word(let word): await follow(word)
    }
  }

  private func follow(_ word: Line.Word) async {
    switch word {
    case .stock: write(Overview.amounts("stock", pantry.stock.state.items))
    case .list: write(Overview.amounts("list", pantry.list.state.items))
    case .book: write(Overview.book(pantry.book.state))
    case .shop: write(Overview.shop)
    case .undo: pantry.list.undo()
    case .redo: pantry.list.redo()
    case .draft: pantry.beginDraft()
    case .keep: pantry.keepDraft()
    case .discard: pantry.discardDraft()
    case .checkout: pantry.checkOut()
    case .waiting: write(Overview.waiting(pantry.flask.bus))
    case .sample: pantry.loadSample()
    case .clear: pantry.clear()
    case .save: await save()
    case .crash: crash()
    case .help: write(Line.listing)
    case .quit: await end()
    }
  }

  private func watch(_ item: String) {
    guard Shop.prices[item] != nil else { return write("\(Refusal.notSold(item))") }
    printer.watch(item)
    write("Watching the stock of '\(item)'.")
  }

  // MARK: Saving

  private func save() async {
    do {
      try await pantry.flask.archiveNow()
      if !Self.acknowledge(archives, paper) && !isOver { write("Everything is saved already.") }
    } catch {
      // The other archives may have been saved.
      Self.acknowledge(archives, paper)
      write("\(error)")
      if isOver { isUnsaved = true }
    }
  }

  /// Prints what was saved since the last call; returns false if nothing was.
  @discardableResult
  private static func acknowledge(_ archives: NotedArchives, _ paper: Paper) -> Bool {
    let names = archives.take().compactMap { $0.split(separator: ".").last }.sorted()
    if !names.isEmpty { paper("Saved: \(names.joined(separator: ", ")).") }
    return !names.isEmpty
  }

  // MARK: Time

  /// Moves the clock; each moment's work ends before the next.
  private func wait(_ seconds: Int) async {
    guard let manual else {
      write("Time passes by itself here; 'wait' is for lines that come from a file.")
      return
    }
    await manual.advance(by: .seconds(seconds)) { await self.settle() }
  }

  /// Waits until all work sleeps or waits for the bus: archives for their time, and the queue at the till.
  private func settle() async {
    guard let manual else { return }
    do {
      try await manual.waitUntil {
        let queueing = pantry.till.state.isBusy ? 1 : 0
        let stuck = pantry.flask.bus.waiting.count { $0.kind == .archive }
        return manual.sleepers.count + stuck == work.runningCount + queueing
      }
    } catch {
      write("\(error)")
    }
  }
}
