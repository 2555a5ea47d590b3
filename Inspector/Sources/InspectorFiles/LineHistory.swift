public import InspectorCore

/// The history in an export of a journal, or in a recording of a `HistoryRecorder`, which may still be
/// written.
///
/// Lines are read where they stand when the page asks for them. A line that cannot be read is left out, with
/// a remark.
public final class LineHistory: FileHistory {
  public let name: String
  /// The application that computes states.
  public let computer = Computer()
  private let file: LineFile
  private let reading: FileReading
  // Sound: used on the reading's thread only.
  private nonisolated(unsafe) var growth: LineGrowth
  private let shared = Guarded(LineNames())

  /// Opens a file.
  ///
  /// - Throws: ``InspectorProblem`` when it cannot be read, or is neither an export nor a recording.
  public init(at path: String) throws(InspectorProblem) {
    name = FileName.last(of: path)
    file = try LineFile(path)
    reading = FileReading(name)
    growth = try LineGrowth(file)
  }

  public func read(_ report: @escaping @Sendable (FileProgress) -> Void) {
    reading.start { [weak self] in
      guard let self else { return }
      growth.look { progress, names in
        self.shared.change { $0 = names }
        report(progress)
      }
    }
  }

  public func stop() { reading.stop() }

  // MARK: Contents

  public func text(at place: RecordPlace) throws(InspectorProblem) -> String {
    MessageText.line(try line(place)["message"])
  }

  public func turn(at place: RecordPlace) throws(InspectorProblem) -> TurnContent {
    let line = try line(place)
    return TurnContent(
      text: MessageText.line(line["message"]), kind: line.kind,
      message: line["message"].map { Array($0.json) } ?? [])
  }

  public func events(at place: RecordPlace) throws(InspectorProblem) -> [EventContent] {
    let line = try line(place)
    let names = shared.value
    let store = line["store"]?.text ?? ""
    return line.events.compactMap { event in
      names.event(event, of: store).map { arrived in
        EventContent(
          effect: names.effects.number(arrived.effect, turn: arrived.turn, of: names.stores[store] ?? -1),
          turn: arrived.turn, step: arrived.step, label: event["label"]?.text, id: event["id"]?.text,
          queue: event["queue"]?.text, reason: event["reason"]?.text ?? event["error"]?.text)
      }
    }
  }

  public func state(at place: RecordPlace) throws(InspectorProblem) -> StateContent {
    let line = try line(place)
    guard let state = line["state"] else { throw .failure("The file has changed since it was read.") }
    return StateContent(kind: line.kind, isReflected: false, json: Array(state.json), origin: "snapshot")
  }

  public func ask(_ request: ApplicationRequest) async throws(InspectorProblem) -> [UInt8] {
    try await computer.ask(request, about: name)
  }

  private func line(_ place: RecordPlace) throws(InspectorProblem) -> JSONSlice {
    let bytes = try file.read(Int(place.head), at: place.offset)
    do { return try JSONDocument(bytes).root } catch {
      throw .failure("The file `\(name)` has changed since it was read; start the inspector again.")
    }
  }
}

extension JSONSlice {
  /// The kind of a line's message or state, such as `note@2`; nil in a recording.
  var kind: String? {
    guard let name = self["kind"]?.text else { return nil }
    return "\(name)@\(self["version"]?.integer ?? 1)"
  }

  /// The events of effects in a line.
  var events: [JSONSlice] {
    if let event = self["event"] { return [event] }
    return self["effects"]?.children.map(\.value) ?? []
  }
}

/// The names and numbers by which the lines of a file are understood.
struct LineNames: Sendable {
  private struct Effect: Hashable {
    let store: String
    let number: UInt64
  }

  var effects = EffectNumbers()
  var stores: [String: Int] = [:]
  /// The requesting turns of effects, which a recording does not say at their ends.
  private var requests: [Effect: UInt64] = [:]

  /// Notes the events of a recorded turn.
  mutating func note(_ events: [JSONSlice], turn: UInt64, of store: String) {
    for event in events {
      guard let number = event["serial"]?.unsigned,
        ["started", "waiting", "dropped"].contains(event["kind"]?.text)
      else { continue }
      let effect = Effect(store: store, number: number)
      if requests[effect] == nil { requests[effect] = turn }
    }
  }

  /// Returns the event in a line; nil if it has not the form of one.
  func event(_ event: JSONSlice, of store: String) -> ArrivedEvent? {
    guard let step = event["kind"]?.text.flatMap({ EffectStep($0) }) else { return nil }
    if let effect = event["effect"]?.unsigned, let turn = event["turn"]?.unsigned {
      return ArrivedEvent(step, effect: effect, turn: turn)
    }
    guard let effect = event["serial"]?.unsigned,
      let turn = requests[Effect(store: store, number: effect)]
    else { return nil }
    return ArrivedEvent(step, effect: effect, turn: turn)
  }
}
