public import Millrace
import MillraceToolkit

extension Store {
  /// Keeps a part of the state in a file or another place, and restores it from there.
  ///
  /// ```swift
  /// store.keep(\.settings, in: .file("settings.json"))
  /// ```
  ///
  /// Call it once, before the first turn. What the place has is read during the call and put into the state,
  /// so observers that are added later see it; those that are there are called. From then on each change is
  /// written, away from the store's home: one write at a time, each with the latest value. When another
  /// process changes the file, its value is put into the state. If the part has changed as well and is not
  /// saved yet, its own value is written over the other: the last writer wins, unless `merge` joins both.
  ///
  /// A value that is put into the state without a message is no turn; a tap is told of a break in the
  /// history. Give a message if the store is recorded, shared, or tested step by step.
  ///
  /// Errors go to the flow's error handler as ``KeepError``. What cannot be read is set aside before the next
  /// write, and what a newer program has written is not overwritten. When the store or the process ends,
  /// unsaved changes are written before; a kill leaves what was written last.
  ///
  /// - Parameters:
  ///   - part: The part of the state.
  ///   - storage: The place, such as `.file(url)` (``KeptFile``) or `.defaults("settings")`
  ///     (``KeptDefaults``). Each place keeps one part.
  ///   - schema: The archived form of the part, with steps from earlier versions; by default one kind,
  ///     version 1, with the name of the place.
  ///   - delay: The time between a change and its write, on the environment's clock; none by default. Further
  ///     changes during that time belong to the write.
  ///   - merge: A function that joins the part, which has changed and is not saved, with the value that
  ///     another process has written. At the end of the store or the process it is called on any thread. In a
  ///     file no process can write between its look and the write.
  ///   - message: A function that wraps a value of the place in a message, whose turn puts it into the state.
  ///   - isolation: The caller's isolation, which becomes the home of a store that has none yet.
  /// - Returns: A handle, to wait until everything is saved, or to end this.
  @discardableResult
  public func keep<Value: Codable & Equatable & Sendable>(
    _ part: WritableKeyPath<State, Value>, in storage: some KeptStorage,
    as schema: RecordSchema<Value>? = nil, delay: Duration = .zero,
    merging merge: (@Sendable (_ mine: Value, _ theirs: Value) -> Value)? = nil,
    message: ((Value) -> Message)? = nil, isolation: isolated (any Actor)? = #isolation
  ) -> Kept {
    FlowInternals(flow).adopt(home: isolation)
    let location = storage.location
    let schema = schema ?? RecordSchema(storage.kind)
    let name = storeName
    let report: (KeepError) -> Void = { [weak flow] in flow?.report($0, from: name) }
    func refuse(_ error: KeepError) -> Kept {
      report(error)
      return Kept(location, NotKept(error: error), nil)
    }
    let flaws = schema.flaws
    if !flaws.isEmpty { return refuse(.unsoundSchema(location: location, flaws: flaws)) }
    if !KeptPlaces.take(location) { return refuse(.keptTwice(location: location)) }

    let access = KeptPart<Value>.StoreAccess(
      put: { [weak self] value in
        guard let self else { return nil }
        put(value, at: part, location, message)
        return withState { $0[keyPath: part] }
      },
      begin: { [weak self] body in
        guard let self else { return }
        StoreInternals(self).begin(.run(label: "keep \(location)") { send in await body(send.environment) })
      }, report: report, merge: merge,
      isBusy: { [weak flow] in flow.map { $0.isInTurn || $0.isLent } ?? false },
      atHome: FlowInternals(flow).homeWork,
      homelessFlow: { [weak flow] in flow?.homeQueue.isHomeless == true ? flow : nil })
    let kept = KeptPart(
      withState { $0[keyPath: part] },
      KeptWriter(storage, KeptForm(schema: schema, location: location), merges: merge != nil),
      delay: delay, access)
    kept.begin()
    let end = KeptEnd {
      kept.end()
      KeptPlaces.release(location)
    }
    // The observer ends with the store, and releases the end.
    end.retain(observe(part) { value in withExtendedLifetime(end) { kept.changed(value) } })
    return Kept(location, kept, end)
  }

  /// Puts a value into the state: by a message, or as a break of the history if there is one.
  private func put<Value>(
    _ value: Value, at part: WritableKeyPath<State, Value>, _ location: String,
    _ message: ((Value) -> Message)?
  ) {
    if let message {
      send(message(value))
      return
    }
    let lock = flow.lock("keep")
    defer { lock.release() }
    var state = withState { copy $0 }
    state[keyPath: part] = value
    restore(state)
    if flow.isRecorded { _ = flow.breakHistory("a part was restored from `\(location)`") }
  }
}
