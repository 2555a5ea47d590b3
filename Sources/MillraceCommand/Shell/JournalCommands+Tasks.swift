import MillraceJournal

extension JournalCommands {
  func tasks(_ path: String, isAll: Bool) throws(JournalError) -> ExitCode {
    let tasks = try JournalReader(at: path).tasks(isAll ? nil : .open)
    if options.isJSON {
      for task in tasks { console.put(json: JSONForm.task(task)) }
    } else {
      console.put(TasksPage(tasks: tasks, isAll: isAll, width: console.width).text(console.style, times))
    }
    return .fine
  }

  /// Shows a durable effect, and the turn that requested it.
  func show(_ path: String, key: String, state store: String?) throws(JournalError) -> ExitCode {
    let reader = try JournalReader(at: path)
    guard let task = try reader.task(key) else {
      complain("The journal has no durable effect `\(key)`.")
      return .found
    }
    if let turn = try reader.turn(task.asked) { return try show(turn, task, state: store, reader) }
    // The effect outlives the turn that requested it when turns are removed.
    var sheet = FactPage(factWidth: 7)
    sheet.title("Turn \(Amounts.number(task.asked)) was removed.", .plain)
    TasksPage.add(task, to: &sheet, times)
    put(sheet.text(console.style), or: JSONForm.object(["task": JSONForm.task(task)]))
    return .fine
  }
}
