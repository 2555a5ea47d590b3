import Millrace
import MillraceJournal

/// The implementation of the commands, which read journals and print pages.
struct JournalCommands {
  let console: Console
  let options: JournalOptions

  var times: TimeText { TimeText(zone: options.isUTC ? .utc : console.zone) }

  /// Prints a page as text or as JSON, as the options say.
  func put(_ text: @autoclosure () -> String, or json: @autoclosure () -> JournalValue) {
    if options.isJSON { console.put(json: json()) } else { console.put(text()) }
  }

  func info(_ path: String) throws(JournalError) -> ExitCode {
    let reader = try JournalReader(at: path)
    let info = try console.watching("Counting") { progress throws(JournalError) in
      try reader.info(progress: progress)
    }
    var page = InfoPage(info: info)
    if let first = info.first { page.firstTime = try? reader.turn(first)?.time }
    if let last = info.last { page.lastTime = try? reader.turn(last)?.time }
    page.newestSnapshot = try reader.snapshots().map(\.sequence).max()
    put(page.text(console.style, times), or: page.json)
    return .fine
  }

  func show(_ path: String, _ number: UInt64, state store: String?) throws(JournalError) -> ExitCode {
    let reader = try JournalReader(at: path)
    guard let turn = try reader.turn(number) else { return try absent(number, reader) }
    return try show(turn, nil, state: store, reader)
  }

  func show(
    _ turn: JournalTurn, _ task: JournalTask?, state store: String?, _ reader: JournalReader
  ) throws(JournalError) -> ExitCode {
    let number = turn.sequence
    var page = ShowPage(turn: turn, events: try reader.events(after: number))
    page.task = task
    if case .effect(let effect, let asked) = turn.cause {
      let steps = (try? reader.turn(asked)?.effects) ?? []
      page.causeLabel = steps.first { $0.effect == effect && $0.turn == asked }?.label
    }
    if let store {
      guard let state = try state(of: store, at: number, reader) else { return .found }
      page.state = state
    }
    put(page.text(console.style, times), or: page.json)
    return .fine
  }

  /// Shows a durable effect, and the turn that requested it.
  func show(_ path: String, key: String, state store: String?) throws(JournalError) -> ExitCode {
    let reader = try JournalReader(at: path)
    guard let task = try reader.task(key) else {
      console.complain("The journal has no durable effect `\(key)`.")
      return .found
    }
    if let turn = try reader.turn(task.asked) { return try show(turn, task, state: store, reader) }
    // The effect outlives the turn that requested it when turns are removed.
    var sheet = FactPage(factWidth: 7)
    sheet.title("Turn \(Amounts.number(task.asked)) was removed.", .plain)
    TasksPage.add(task, to: &sheet, times)
    put(sheet.text(console.style), or: .object(["task": task.json]))
    return .fine
  }

  private func state(
    of store: String, at number: UInt64, _ reader: JournalReader
  ) throws(JournalError) -> ShowPage.State? {
    var state = ShowPage.State(store: store)
    let snapshots = try reader.snapshots().filter {
      ExactText($0.store) == ExactText(store) && $0.sequence <= number
    }
    guard let newest = snapshots.max(by: { $0.sequence < $1.sequence }) else {
      let stores = try reader.info().stores.map(\.store)
      if stores.contains(where: { ExactText($0) == ExactText(store) }) { return state }
      note(store, "store", among: stores)
      return nil
    }
    state.snapshot = newest
    state.value = try reader.snapshot(of: store, at: newest.sequence)
    if newest.sequence < number {
      let later = reader.turns(newest.sequence + 1...number, store: store).makeIterator()
      while try later.next() != nil { state.turnsBetween += 1 }
    }
    return state
  }

  /// Prints the reason why a turn does not exist.
  func absent(_ number: UInt64, _ reader: JournalReader) throws(JournalError) -> ExitCode {
    let info = try reader.info()
    let gap = info.gaps.first { $0.after < number && number < $0.until }
    let reason: JournalError
    if number > 0, number <= info.keptAfter {
      reason = .removed(number, first: info.keptAfter)
    } else if let gap {
      reason = .inGap(number, after: gap.after, until: gap.until)
    } else {
      reason = .noTurn(number, first: info.first ?? 0, last: info.last ?? 0)
    }
    console.complain(reason.commandDescription)
    return .found
  }

  func tasks(_ path: String, isAll: Bool) throws(JournalError) -> ExitCode {
    let tasks = try JournalReader(at: path).tasks(isAll ? nil : .open)
    if options.isJSON {
      for task in tasks { console.put(json: task.json) }
    } else {
      console.put(TasksPage(tasks: tasks, isAll: isAll, width: console.width).text(console.style, times))
    }
    return .fine
  }

  func verify(_ path: String) throws(JournalError) -> ExitCode {
    let reader = try JournalReader(at: path)
    let report = try console.watching("Checking") { progress throws(JournalError) in
      try reader.verify(progress: progress)
    }
    let page = VerifyPage(path: path, report: report)
    put(page.text(console.style), or: page.json)
    return report.isDamaged ? .found : .fine
  }

  func diff(_ left: String, _ right: String, times compared: Bool) throws(JournalError) -> ExitCode {
    let one = try JournalReader(at: left)
    let other = try JournalReader(at: right)
    let difference = try console.watching("Comparing") { progress throws(JournalError) in
      try one.compare(other, ignoring: compared ? [] : [.time], progress: progress)
    }
    // Turns removed from one of the journals cannot be compared.
    let start = difference == nil ? max(try one.info().keptAfter, try other.info().keptAfter) : 0
    let page = DiffPage(left: left, right: right, difference: difference, comparedAfter: start)
    put(page.text(console.style, times), or: page.json)
    return difference == nil ? .fine : .found
  }
}
