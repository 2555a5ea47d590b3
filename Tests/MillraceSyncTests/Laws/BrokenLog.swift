import Millrace
import MillraceSync
import Synchronization

/// A mistake of a log that a law has to find.
enum LogFault: String, CaseIterable, Sendable {
  case beginsWithAnEntry = "empty"
  case usesPositionsForRefusals = "gapless"
  case returnsOwnEntriesOnly = "append-page"
  case refusesOldPositions = "append-at-end"
  case sortsByWriter = "append-order"
  case refusesNothing = "append-nothing"
  case isOneForAllNames = "apart"
  case refusesResends = "resend-whole"
  case dropsPartlyResent = "resend-partly"
  case refusesTwiceInOne = "resend-within"
  case forgetsNumbersOfRemoved = "resend-behind-compaction"
  case takesForgeriesForResends = "forged"
  case closesGaps = "gap"
  case dropsFlawed = "malformed"
  case keepsGoodPart = "all-or-nothing"
  case readsBehindHead = "went-back"
  case refusesFarPositions = "far-position"
  case readsFromFirst = "compacted"
  case honoursSmallLimits = "page-minimum"
  case ignoresLimits = "page-maximum"
  case sendsLargeEntriesAlone = "page-bytes"
  case comparesWritersAsTexts = "writers-by-bytes"
  case trimsTexts = "hostile-texts"
  case comparesNamesAsTexts = "same-looking"
  case hasUnsignedTimes = "extremes"
  case takesLaterChecks = "checks"
  case losesAState = "snapshot"
  case keepsLastSnapshot = "snapshot-newest"
  case keepsFutureSnapshots = "snapshot-behind-head"
  case removesOneMore = "removal"
  case removesOneLess = "after-snapshot"
  case countsWhatIsLeft = "head-after-removal"
  case waitsForTheNext = "wait-at-once"
  case waitsBehindHead = "wait-went-back"
  case neverWakes = "wait-wakes"
  case wakesOne = "wait-many"
  case ignoresCancellation = "wait-cancelled"
  case forgetsOthersInBetween = "concurrent"
  case losesAWriter = "random"

  /// The name of the law that the mistake breaks, among others perhaps.
  var law: String { rawValue }
}

/// A log in memory with one mistake.
final class BrokenLog: SharedLog {
  let base: MemoryLog
  let fault: LogFault
  var name: String { base.name }

  private struct Memory {
    var last: LogSnapshot?
    var checks: [LogEntry: LogCheck] = [:]
    var spellings: [String: LogWriter] = [:]
    var waits = 0
    var fillers: UInt64 = 0
  }

  private let memory = Locked(Memory())

  init(_ base: MemoryLog, _ fault: LogFault) async throws(SharedLogError) {
    self.base = base
    self.fault = fault
    if fault == .beginsWithAnEntry, try await base.head() == 0 { try await addFiller() }
  }

  private func addFiller() async throws(SharedLogError) {
    let number = memory.withLock { memory in
      memory.fillers += 1
      return memory.fillers
    }
    let filler = LogEntry(
      writer: try LogWriter("filler"), number: number, store: "s", kind: SchemaKind(name: "k", version: 1),
      rules: 1, time: 0, message: [0])
    _ = try await base.append([filler], after: 0)
  }

  // MARK: Appending

  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage {
    let before = await everything()
    if let known = try await refusal(of: entries, after: position, before) { throw known }
    let sent = changed(entries, before)
    if fault == .takesLaterChecks {
      memory.withLock { memory in for entry in entries { memory.checks[entry] = entry.check } }
    }
    do throws(SharedLogError) {
      let page = try await base.append(sent, after: position)
      switch fault {
      case .returnsOwnEntriesOnly, .forgetsOthersInBetween:
        let own = page.entries.filter { entry in entries.contains(entry) }
        return LogPage(after: position, entries: own, head: page.head)
      default: return shown(page)
      }
    } catch {
      if fault == .usesPositionsForRefusals { try? await addFiller() }
      if fault == .keepsGoodPart {
        for entry in entries {
          guard (try? await base.append([entry], after: position)) != nil else { break }
        }
      }
      throw error
    }
  }

  /// Returns an error that the log should not have.
  private func refusal(
    of entries: [LogEntry], after position: UInt64, _ before: [LogEntry]
  ) async throws(SharedLogError) -> SharedLogError? {
    let malformed = SharedLogError.malformed(log: name, reason: "a mistake")
    let known = entries.filter { entry in
      before.contains { $0.writer == entry.writer && $0.number == entry.number }
    }
    switch fault {
    case .refusesOldPositions where position < UInt64(before.count): return malformed
    case .refusesNothing where entries.isEmpty: return malformed
    case .refusesResends where !known.isEmpty: return malformed
    case .refusesTwiceInOne where Set(entries).count < entries.count: return malformed
    case .refusesFarPositions where position > UInt64(Int64.max): return malformed
    case .forgetsNumbersOfRemoved:
      let isBehind = entries.first { entry in
        before.contains { $0.writer == entry.writer && $0.number > entry.number }
          && !before.contains { $0.writer == entry.writer && $0.number == entry.number }
      }
      return isBehind == nil ? nil : malformed
    default: return nil
    }
  }

  /// Returns the entries as the log takes them by mistake.
  private func changed(_ entries: [LogEntry], _ before: [LogEntry]) -> [LogEntry] {
    func isKnown(_ entry: LogEntry) -> Bool {
      before.contains { $0.writer == entry.writer && $0.number == entry.number }
    }
    switch fault {
    case .sortsByWriter: return entries.sorted { ($0.writer, $0.number) < ($1.writer, $1.number) }
    case .dropsPartlyResent:
      return entries.contains(where: isKnown) && !entries.allSatisfy(isKnown)
        ? entries.filter(isKnown) : entries
    case .takesForgeriesForResends: return entries.filter { !isKnown($0) }
    case .closesGaps:
      var numbers: [LogWriter: UInt64] = [:]
      for entry in before { numbers[entry.writer] = entry.number }
      return entries.map { entry in
        var entry = entry
        entry.number = min(entry.number, numbers[entry.writer, default: 0] + 1)
        numbers[entry.writer] = max(numbers[entry.writer, default: 0], entry.number)
        return entry
      }
    case .dropsFlawed: return entries.filter { $0.flaw == nil }
    case .losesAWriter: return entries.filter { $0.writer.name != "b" || $0.number < 3 }
    case .comparesWritersAsTexts:
      return entries.map { entry in
        var entry = entry
        entry.writer = memory.withLock { memory in
          let spelling = memory.spellings[entry.writer.name] ?? entry.writer
          memory.spellings[entry.writer.name] = spelling
          return spelling
        }
        return entry
      }
    case .comparesNamesAsTexts:
      return entries.filter { entry in
        !before.contains {
          $0.writer == entry.writer && $0.number == entry.number && $0.store == entry.store
            && $0.kind.name == entry.kind.name && $0.kind.version == entry.kind.version
            && $0.message == entry.message
        }
      }
    case .trimsTexts:
      return entries.map { entry in
        var entry = entry
        if entry.store == "  x  " { entry.store = "x" }
        return entry
      }
    case .hasUnsignedTimes:
      return entries.map { entry in
        var entry = entry
        entry.time = max(entry.time, 0)
        return entry
      }
    default: return entries
    }
  }

  private func everything() async -> [LogEntry] {
    var entries: [LogEntry] = []
    guard let head = try? await base.head() else { return [] }
    var position: UInt64 = 0
    while position < head {
      do throws(SharedLogError) {
        let page = try await base.read(after: position, limit: .max)
        entries += page.entries
        position = page.end
      } catch .compacted(_, _, let first) { position = first - 1 } catch { break }
    }
    return entries
  }

  // MARK: Reading

  private func shown(_ page: LogPage) -> LogPage {
    var page = page
    if fault == .takesLaterChecks {
      let checks = memory.withLock { $0.checks }
      for index in page.entries.indices {
        if let check = checks[page.entries[index]] { page.entries[index].check = check }
      }
    }
    return page
  }

  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    do throws(SharedLogError) {
      var page = shown(try await base.read(after: position, limit: limit))
      switch fault {
      case .honoursSmallLimits: page.entries = Array(page.entries.prefix(max(limit, 1)))
      case .ignoresLimits: page.entries = Array((await everything()).suffix(Int(page.head - position)))
      case .sendsLargeEntriesAlone where page.entries.first.map { $0.size > 1 << 20 } ?? false:
        page.entries = Array(page.entries.prefix(1))
      case .countsWhatIsLeft: page.head = UInt64((await everything()).count)
      default: break
      }
      return page
    } catch {
      switch (error, fault) {
      case (.wentBack(_, let head, _), .readsBehindHead):
        return LogPage(after: position, entries: [], head: head)
      case (.wentBack, .refusesFarPositions) where position > UInt64(Int64.max):
        throw .malformed(log: name, reason: "a mistake")
      case (.compacted(_, _, let first), .readsFromFirst):
        return try await base.read(after: first - 1, limit: limit)
      default: throw error
      }
    }
  }

  func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    let number = memory.withLock { memory in
      memory.waits += 1
      return memory.waits
    }
    var position = position
    if fault == .waitsForTheNext { position = try await base.head() }
    if fault == .neverWakes || fault == .wakesOne && number > 1 { position = .max }
    do throws(SharedLogError) {
      if position == .max && fault != .waitsBehindHead { try await sleepUntilCancelled() }
      try await base.waitForEntries(after: position)
    } catch {
      switch (error, fault) {
      case (.wentBack, .waitsBehindHead): return
      case (.cancelled, .ignoresCancellation): return
      default: throw error
      }
    }
  }

  private func sleepUntilCancelled() async throws(SharedLogError) {
    let (never, feed) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    feed.finish()
    throw .cancelled(log: name)
  }

  // MARK: Snapshots

  func snapshot() async throws(SharedLogError) -> LogSnapshot? {
    if fault == .keepsLastSnapshot { return memory.withLock { $0.last } }
    return try await base.snapshot()
  }

  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {
    var (snapshot, count) = (snapshot, count)
    switch fault {
    case .losesAState: snapshot.states = Array(snapshot.states.prefix(1))
    case .removesOneMore: count = count > 1 ? count - 1 : count
    case .removesOneLess: count = max(count, 1) == .max ? .max : max(count, 1) + 1
    default: break
    }
    do throws(SharedLogError) {
      try await base.keep(snapshot, keeping: count)
      let kept = snapshot
      memory.withLock { $0.last = kept }
    } catch {
      if case .wentBack = error, fault == .keepsFutureSnapshots { return }
      throw error
    }
  }
}
