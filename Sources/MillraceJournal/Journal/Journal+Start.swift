import Millrace
import MillraceSQLite
import MillraceSupport

extension Journal {
  /// Restores the recorded states, and records every turn from now on.
  ///
  /// For each store the start loads the newest readable snapshot and adds the messages after it with the
  /// store's own update, without running the update's effects. Then all stores receive their states,
  /// observers are notified, and the durable effects without an answer run again. The cost is one pass over
  /// the messages after the oldest of these snapshots; memory does not grow with them.
  ///
  /// The schemas migrate messages and states of older versions to the current ones. Before it reads anything
  /// else, the start checks that every message version in the journal has a migration.
  ///
  /// - Parameters:
  ///   - unknown: The treatment of messages of kinds that no schema has.
  ///   - progress: A closure that receives the progress, from 0 to 1.
  ///   - isolation: The caller's isolation; leave it at its default.
  /// - Returns: The facts found in the journal.
  /// - Throws: ``JournalError``; nothing has changed then, and `start` can be called again.
  @discardableResult
  public func start(
    unknown: UnknownKinds = .stop, progress: ((Double) -> Void)? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) throws(JournalError) -> JournalRestoration {
    if isStarted || isStarting { throw .alreadyStarted(what: "a second start") }
    isStarting = true
    defer { isStarting = false }
    var met: Set<ExactText> = []
    for name in flow.storeNames where places[ExactText(name)] != nil && !met.insert(ExactText(name)).inserted
    {
      throw .nameTaken(store: name)
    }
    for durable in durables where places[ExactText(durable.store)] == nil {
      throw .notRecorded(store: durable.store)
    }
    let (journaledStores, durables, opened, accepting) = (journaledStores, durables, now(), accepting)
    let read = try writer.withStorage { storage throws(JournalError) in
      let reading = Reading(storage: storage, journaledStores: journaledStores, durables: durables)
      // A journal that is refused stays with its previous writer, which may continue.
      try reading.checkOwn()
      try storage.takeOver(opened: opened, accepting: accepting)
      return UnsafeTransfer(
        try reading.read(unknown: unknown, acceptsGaps: accepting == .lostTurns, progress: progress))
    }
    if !read.value.isNew {
      for journaledStore in journaledStores where journaledStore.earlyTurns > 0 {
        throw .turnsBeforeStart(store: journaledStore.name, count: journaledStore.earlyTurns)
      }
    }
    return try go(read.value, isolation)
  }

  private func go(_ read: Read, _ isolation: isolated (any Actor)?) throws(JournalError) -> JournalRestoration
  {
    flow.adopt(home: isolation)
    flow.resume(after: read.last)
    // The first states are recorded, so that no later version of the program changes the beginning of the
    // history.
    let (sequence, time) = (flow.lastSequence, now())
    let firsts = read.found.folds.indices.filter { read.found.isFirst[$0] }
    let captures = firsts.map { Capture(journaledStore: $0, encode: journaledStores[$0].capture()) }
    if !captures.isEmpty {
      try writer.withStorage { storage throws(JournalError) in
        try storage.write(captures, sequence: sequence, time: time)
      }
    }
    isStarted = true
    if !writer.isInMemory { ProcessEnd.add(writer) }
    lastSnapshot = timekeeper.now
    turnsSinceSnapshot = read.found.messages
    // Observers are called when all stores have their states, so that one that compares two stores finds both
    // as they were. Messages that observers send wait until all observers were called.
    let lock = flow.lock("start of the journal")
    flow.replaceTogether {
      for (place, journaledStore) in journaledStores.enumerated() where !read.found.isFirst[place] {
        journaledStore.take(read.found.folds[place])
      }
    }
    isStarting = false
    // States restored across a gap become the new beginning.
    if owesSnapshot || read.found.warnings.contains(where: \.isGap) {
      owesSnapshot = false
      keepStates()
    }
    lock.release()
    var restoration = JournalRestoration(read, journaledStores.map(\.name))
    for warning in read.found.warnings { flow.report(warning, from: Self.reporter) }
    for task in read.tasks {
      do throws(JournalError) {
        if !task.isWhole {
          throw .request(
            name: durables[task.durable].name, key: task.key,
            reason: "its bytes have changed since it was written")
        }
        if let (serial, permit) = durables[task.durable].underWay(task.key) {
          // An earlier journal in this process has begun the effect, and it has not ended.
          places[ExactText(durables[task.durable].store)].map {
            tasks[DurableEffectKey(store: $0, serial: serial)] = TaskUnderWay(task.key, permit)
          }
          continue
        }
        try durables[task.durable].begin(task.key, kind: task.kind, request: task.request, isolation)
        restoration.resumedEffects.append(task.key)
      } catch {
        flow.report(error, from: Self.reporter)
      }
    }
    // Continue a removal that the end of the previous process interrupted.
    writer.tidy()
    return restoration
  }
}

/// The result of reading the journal for a start.
struct Read {
  var found: StateAt.Found
  var last: UInt64
  var isNew: Bool
  var tasks: [OpenTask]
}

/// An unfinished durable effect.
struct OpenTask {
  let key: String
  let durable: Int
  let kind: SchemaKind
  let request: [UInt8]
  /// True when its checksum is correct.
  let isWhole: Bool
}

/// A reader of everything that a start needs.
private struct Reading {
  let storage: JournalStorage
  let journaledStores: [any JournaledStore]
  let durables: [any DurableEntry]

  func read(
    unknown: UnknownKinds, acceptsGaps: Bool, progress: ((Double) -> Void)?
  ) throws(JournalError) -> Read {
    let names = try RowNames(storage.database)
    try checkWays(names)
    var found = try StateAt(
      path: storage.path, journaledStores: journaledStores, through: .max, unknown: unknown,
      acceptsGaps: acceptsGaps, progress: progress
    ).find(in: storage.database)
    // Turns that are not recorded have numbers, too; a new turn must not reuse one of these numbers.
    let snapshot = try storage.database.integer("SELECT max(sequence) FROM snapshots") ?? 0
    let last = max(
      UInt64(bitPattern: snapshot), try storage.database.gaps().map(\.until).max() ?? 0,
      storage.lastSequence)
    let tasks = try tasks(names, &found.warnings)
    try storage.register(journaledStores.map(\.codec), requests: durables.flatMap(\.kinds))
    progress?(1)
    return Read(
      found: found, last: last,
      isNew: storage.lastSequence == 0 && !found.snapshots.contains { $0 != nil }, tasks: tasks)
  }

  /// Throws when the schemas do not know a single kind of the journal, which then belongs to another program.
  func checkOwn() throws(JournalError) {
    let names = try RowNames(storage.database)
    if journaledStores.isEmpty || names.kinds.isEmpty { return }
    let states = Set(journaledStores.flatMap(\.codec.stateKinds).map { ExactText($0.name) })
    let isKnown = names.kinds.values.contains { kind in
      states.contains(ExactText(kind.name))
        || journaledStores.contains { $0.codec.reachOfMessage(kind) != .unknown }
        || durables.contains { $0.reach(of: kind) != .unknown }
    }
    guard isKnown else {
      let kinds = names.kindOrder.prefix(5).compactMap { names.kinds[$0]?.description }
      throw .foreignKinds(path: storage.path, kinds: kinds + (names.kinds.count > 5 ? ["and others"] : []))
    }
  }

  /// Throws unless each message version in the journal has a migration to the current one.
  private func checkWays(_ names: RowNames) throws(JournalError) {
    var missing: [String] = []
    for kind in names.kindOrder.compactMap({ names.kinds[$0] }) {
      let reaches =
        journaledStores.map { $0.codec.reachOfMessage(kind) } + durables.map { $0.reach(of: kind) }
      for reach in Set(reaches) {
        switch reach {
        case .gap(let today): missing.append("\(kind) (the current version is \(today))")
        case .newer(let known): missing.append("\(kind) (newer than the current version \(known))")
        case .current, .upcast, .unknown: break
        }
      }
    }
    if !missing.isEmpty { throw .noWay(path: storage.path, kinds: missing) }
  }

  private func tasks(
    _ names: RowNames, _ warnings: inout [JournalWarning]
  ) throws(JournalError) -> [OpenTask] {
    var tasks: [OpenTask] = []
    var sums = RowSum()
    for row in try storage.database.rows(of: TaskRow.self, "WHERE status = 0 ORDER BY asked, rowid") {
      let kind = names.kinds[row.type] ?? SchemaKind(name: "#\(row.type)", version: 1)
      let store = names.stores[row.store]
      let durable = durables.firstIndex { durable in
        store.map(durable.isOf) == true && durable.reach(of: kind) != .unknown
      }
      if let durable {
        tasks.append(
          OpenTask(
            key: row.key, durable: durable, kind: kind, request: row.request,
            isWhole: row.sum(&sums) == row.sum))
      } else {
        warnings.append(.unclaimed(key: row.key, kind: kind))
      }
    }
    return tasks
  }
}
