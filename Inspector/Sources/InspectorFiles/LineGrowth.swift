import InspectorCore
import Millrace

/// The reading of a file of lines, a look after the other: each takes the whole lines since the last one.
struct LineGrowth {
  private enum Form {
    case export, recording
  }

  private static let blockSize = 1 << 20

  private let file: LineFile
  private let form: Form
  private var builder: IndexBuilder
  private var names = LineNames()
  private var progress = FileProgress()
  private var pace = ReportPace()
  /// The bytes of the line that has begun, and the place of its first one.
  private var line: [UInt8] = []
  private var start: UInt64 = 0
  private var number = 0
  private var last: UInt64
  private var lastTime: Int64 = 0
  private var isExact: Bool { form == .export }
  private var hasEnded = false

  /// Reads the first line.
  init(_ file: LineFile) throws(InspectorProblem) {
    self.file = file
    let head = try file.block(Self.blockSize, at: 0).prefix { $0 != UInt8(ascii: "\n") }
    let mark = try? JSONDocument(Array(head)).root
    if mark?["millrace"]?.text == "journal", mark?["format"]?.integer == 1 {
      form = .export
    } else if mark?["history"]?.text == "millrace", mark?["version"]?.integer == 1 {
      form = .recording
    } else {
      throw .malformed(
        "`\(file.path)` is neither a journal, nor an export, nor a recording of this version; give one of these."
      )
    }
    last = mark?["first"]?.unsigned ?? 0
    let kinds = mark?["kinds"]?.children.map {
      "\($0.value["name"]?.text ?? "")@\($0.value["version"]?.integer ?? 1)"
    }
    builder = IndexBuilder(after: last, kinds: kinds ?? [])
    for store in mark?["stores"]?.children.compactMap(\.value.text) ?? [] {
      names.stores[store] = builder.store(store)
    }
    progress.flow = mark?["flow"]?.text ?? ""
    progress.journal = mark?["id"]?.text
    if last > 0 { progress.remark("The turns up to turn \(last) are not in the file.") }
    if form == .recording {
      progress.remark("A recording has no times of day; its times begin with 1970.")
    }
  }

  /// Takes what is new, and reports it if there is something.
  mutating func look(_ report: (FileProgress, LineNames) -> Void) {
    guard !hasEnded else { return }
    var isNew = progress.share != nil
    do throws(InspectorProblem) {
      while true {
        let block = try file.block(Self.blockSize, at: start + UInt64(line.count))
        if block.isEmpty { break }
        isNew = true
        take(block)
        if progress.share != nil, pace.isDue() {
          progress.share = min(0.99, Double(start) / Double(max(1, file.size)))
          send(report)
        }
        guard line.count <= LineFile.lineLimit else {
          throw .failure(
            "Line \(number + 1) is longer than \(LineFile.lineLimit >> 20) MiB, so that reading ends here.")
        }
      }
    } catch {
      hasEnded = true
      isNew = true
      progress.remark(error.description)
    }
    progress.share = nil
    if isNew { send(report) }
  }

  private mutating func send(_ report: (FileProgress, LineNames) -> Void) {
    names.effects = builder.effects
    progress.index = builder.index
    report(progress, names)
  }

  private mutating func take(_ block: [UInt8]) {
    var rest = block[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[..<end]
      takeLine()
      start += UInt64(line.count) + 1
      line.removeAll(keepingCapacity: line.capacity <= Self.blockSize)
      rest = rest[(end + 1)...]
    }
    line += rest
  }

  private mutating func takeLine() {
    number += 1
    // The first line was read before.
    if number == 1 || line.isEmpty { return }
    do {
      let root = try JSONDocument(line).root
      let place = RecordPlace(offset: start, head: UInt32(clamping: line.count))
      let isKnown = form == .export ? takeExport(root, place) : takeRecording(root, place)
      if !isKnown { progress.remark("Line \(number) has not the form of the others, and is left out.") }
    } catch {
      progress.remark("Line \(number) is left out. \(error)")
    }
  }

  // MARK: Exports

  private mutating func takeExport(_ line: JSONSlice, _ place: RecordPlace) -> Bool {
    if let turn = line["turn"]?.unsigned {
      guard let name = line["store"]?.text, let at = line["time"]?.integer,
        let cause = Self.cause(line["cause"])
      else { return false }
      return add(line, turn, of: name, at: at, cause, isHandled: line["handled"]?.bool ?? true, place)
    } else if line["event"] != nil {
      guard let name = line["store"]?.text, let at = line["time"]?.integer else { return false }
      addEvents(line, of: name, at: at, place)
    } else if let turn = line["snapshot"]?.unsigned {
      guard let name = line["store"]?.text, let store = store(name), line["state"] != nil else {
        return false
      }
      builder.add(
        StateSample(turn: turn, at: line["time"]?.integer ?? 0, place: place, isExact: true), store: store)
    } else if let after = line["gap"]?.unsigned, let until = line["until"]?.unsigned {
      builder.addGap(after: after, until: until)
      progress.remark(
        "Turns between turn \(after) and turn \(until) are missing: \(line["reason"]?.text ?? "").")
    } else {
      return line["task"] != nil || line["end"] != nil
    }
    return true
  }

  private static func cause(_ value: JSONSlice?) -> Cause? {
    guard let value else { return nil }
    if let text = value.text { return Cause(text) }
    if let effect = value["effect"]?.unsigned {
      return value["turn"]?.unsigned.map { .effect(effect, turn: $0) }
    }
    if let subscription = value["subscription"]?.unsigned { return .subscription(subscription) }
    return value["turn"]?.unsigned.map { .turn($0) }
  }

  // MARK: Recordings

  private mutating func takeRecording(_ line: JSONSlice, _ place: RecordPlace) -> Bool {
    if let name = line["enters"]?.text {
      guard let store = store(name) else { return false }
      addState(line, after: last, store, place)
    } else if let turn = line["turn"]?.unsigned {
      guard let name = line["store"]?.text, let cause = line["cause"]?.text.flatMap({ Cause($0) }) else {
        return false
      }
      names.note(line.events, turn: turn, of: name)
      guard
        add(
          line, turn, of: name, at: time(line), cause, isHandled: !(line["unhandled"]?.bool ?? false), place),
        let store = store(name)
      else { return false }
      addState(line, after: turn, store, place)
    } else if let turn = line["after"]?.unsigned {
      guard let name = line["store"]?.text, let store = store(name) else { return false }
      addEvents(line, of: name, at: time(line), place)
      addState(line, after: turn, store, place)
    } else {
      return line["end"] != nil
    }
    return true
  }

  private mutating func addState(_ line: JSONSlice, after turn: UInt64, _ store: Int, _ place: RecordPlace) {
    guard line["state"] != nil else { return }
    builder.add(StateSample(turn: turn, at: lastTime, place: place, isExact: false), store: store)
  }

  /// The time of a recording's clock, which a line says when it has changed: the halves of 128 bits of
  /// attoseconds.
  private mutating func time(_ line: JSONSlice) -> Int64 {
    if let high = line["time"]?[0]?.integer, let low = line["time"]?[1]?.unsigned {
      lastTime = max(lastTime, Int64(clamping: (Int128(high) << 64 | Int128(low)) / 1_000_000_000))
    }
    return lastTime
  }

  // MARK: Both

  private mutating func store(_ name: String) -> Int? {
    let place = builder.store(name, isExact: isExact)
    names.stores[name] = place
    return place
  }

  private mutating func add(
    _ line: JSONSlice, _ turn: UInt64, of name: String, at: Int64, _ cause: Cause, isHandled: Bool,
    _ place: RecordPlace
  ) -> Bool {
    guard let store = store(name) else { return false }
    let message = line["message"]
    var marks: TurnEntry.Marks = []
    if message == nil { marks.insert(.unchanged) } else if isExact { marks.insert(.exact) }
    if !isHandled { marks.insert(.unhandled) }
    defer { last = max(last, turn) }
    return builder.add(
      ArrivedTurn(
        number: turn, at: at, store: store, name: MessageText.name(message, kind: line["kind"]?.text),
        cause: cause, marks: marks, effects: line.events.compactMap { names.event($0, of: name) },
        place: place))
  }

  private mutating func addEvents(_ line: JSONSlice, of name: String, at: Int64, _ place: RecordPlace) {
    guard let store = store(name) else { return }
    for event in line.events.compactMap({ names.event($0, of: name) }) {
      builder.add(event, store: store, at: at, place: place)
    }
  }
}
