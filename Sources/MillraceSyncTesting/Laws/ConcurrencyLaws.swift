import MillraceSync

extension SharedLogLaws {
  /// The laws of appends at the same time.
  static let concurrency: [SharedLogLaw] = [
    SharedLogLaw("concurrent", "Appends at the same time have one order, in which each entry is there once.")
    {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      let writerCount = 8
      let entryCount: UInt64 = 24
      var handles: [any SharedLog] = []
      for _ in 0..<writerCount { handles.append(try await run.handle(log.name)) }
      let results = await withTaskGroup(of: Result<[LogPage], SharedLogLawFailure>.self) { group in
        for (index, handle) in handles.enumerated() {
          let seed = run.seed &+ UInt64(index)
          group.addTask {
            do throws(SharedLogLawFailure) {
              return .success(try await run.write("w\(index)", upTo: entryCount, to: handle, seed: seed))
            } catch { return .failure(error) }
          }
        }
        var results: [Result<[LogPage], SharedLogLawFailure>] = []
        for await result in group { results.append(result) }
        return results
      }
      let order = try await run.everything(in: handles[0])
      let found = Sketch.list(order)
      try run.require(
        order.count == writerCount * Int(entryCount), "\(writerCount * Int(entryCount)) entries",
        found: "\(order.count) entries: \(found)")
      var last: [LogWriter: UInt64] = [:]
      for entry in order {
        let number = last[entry.writer, default: 0] + 1
        try run.require(
          entry.number == number, "the entry \(number) of the writer `\(entry.writer)` next",
          found: Sketch.entry(entry))
        last[entry.writer] = number
      }
      for result in results {
        for page in try result.get() {
          let isThere =
            page.end <= UInt64(order.count)
            && page.entries.elementsEqual(order[Int(page.after)..<Int(page.end)])
          try run.require(
            isThere, "every page to be a part of the final order", found: Sketch.page(page))
        }
      }
    }
  ]
}

extension LawRun {
  /// Appends the entries of a writer in batches, some twice; returns the pages.
  fileprivate func write(
    _ name: String, upTo count: UInt64, to log: any SharedLog, seed: UInt64
  ) async throws(SharedLogLawFailure) -> [LogPage] {
    var random = SeededRandom(seed)
    var pages: [LogPage] = []
    var next: UInt64 = 1
    var (known, attempts) = (UInt64(0), 0)
    while next <= count {
      let end = min(count, next + UInt64(random.below(4)))
      let batch = try entries(name, next...end)
      let operation = "\(name) appends \(Sketch.list(batch)) after \(known)"
      do throws(SharedLogError) {
        let page = try await log.append(batch, after: known)
        record(operation, Sketch.page(page))
        pages.append(page)
        known = page.end
        // At times the answer counts as lost, and a part of the same entries is sent again.
        next = random.isOne(in: 3) ? end : end + 1
        if next == end, end == count, random.isOne(in: 2) { next = end + 1 }
      } catch {
        record(operation, Sketch.error(error))
        attempts += 1
        if !error.isTransient || attempts > 100 {
          throw failure(expected: "a page", found: Sketch.error(error))
        }
      }
    }
    return pages
  }

  /// Returns all entries of a log that removed none.
  fileprivate func everything(in log: any SharedLog) async throws(SharedLogLawFailure) -> [LogEntry] {
    var entries: [LogEntry] = []
    do throws(SharedLogError) {
      while true {
        let page = try await log.read(after: UInt64(entries.count), limit: .max)
        entries += page.entries
        if page.isLast || page.entries.isEmpty { return entries }
      }
    } catch { throw failure(expected: "all entries", found: Sketch.error(error)) }
  }
}
