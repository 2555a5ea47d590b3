import Millrace
import MillraceSQLite
import MillraceSupport

extension JournalStorage {
  func write(_ change: TaskChange, _ entry: JournalEntry, _ outcome: inout Outcome) throws {
    switch change {
    case .asked(let task): try ask(task, entry, &outcome)
    case .resumed(let key, let permit):
      try update(key) { $0.attempts += 1 }
      outcome.permits.append((permit, .success(key)))
    case .ended(let key, let status, let permit):
      // An effect refused for its key is not the one that the key belongs to.
      if permit.isRefused { return }
      try update(key) { row in
        guard row.status == JournalTask.Status.open.code else { return }
        row.status = status.code
        row.ended = Int64(bitPattern: entry.sequence)
      }
    }
  }

  private func update(_ key: String, _ change: (inout TaskRow) -> Void) throws(JournalError) {
    let found = try database.first("SELECT \(TaskRow.columns) FROM tasks WHERE key = ?1", key) {
      TaskRow($0)
    }
    guard var row = found else { return }
    change(&row)
    row.sum = row.sum(&sums)
    var tasks = try Insertion<TaskRow>(updating: database)
    try tasks.run(row)
  }

  private func ask(_ task: PendingTask, _ entry: JournalEntry, _ outcome: inout Outcome) throws {
    let permit = task.label.permit
    func refuse(_ error: JournalError) {
      permit.refuse()
      outcome.permits.append((permit, .failure(error)))
    }
    guard let encode = task.label.encode, let journaledStore = entry.origin.journaledStore else { return }
    let request: EncodedRequest
    do { request = try encode() } catch {
      return refuse(.request(name: task.label.name, key: task.key, reason: CodingReason.text(error)))
    }
    guard let type = request.kind.flatMap({ requestKinds[$0] }) else {
      return refuse(.effectNotRegistered(name: task.label.name, store: codecs[journaledStore].name))
    }
    var row = TaskRow(
      key: task.key, store: stores[journaledStore], type: type, request: request.bytes,
      asked: Int64(bitPattern: entry.sequence), time: entry.origin.time, status: JournalTask.Status.open.code,
      attempts: 1)
    row.sum = row.sum(&sums)
    var tasks = try Insertion<TaskRow>(into: database, "ON CONFLICT(key) DO NOTHING")
    try tasks.run(row)
    if database.changes == 0 { return refuse(.keyTaken(key: task.key, name: task.label.name)) }
    outcome.permits.append((permit, .success(task.key)))
  }
}
