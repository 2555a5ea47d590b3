import Millrace
import MillraceSupport

/// The lines of an entry, for people.
struct PrintedEntry {
  private(set) var lines: [PrintedLine] = []
  private let width: Int
  private let nameWidth: Int
  /// The columns of a turn's number; what belongs to the turn is indented by as much.
  static let margin = 4

  init(_ entry: TurnLog.Entry, _ parts: PrintedParts, width: Int, nameWidth: Int) {
    self.width = width
    self.nameWidth = nameWidth
    let changes = parts.contains(.state) ? entry.changes : []
    let effects = parts.contains(.effects) ? entry.effects : []
    switch entry.event {
    case .turn, .unhandled:
      guard parts.contains(.messages) || !changes.isEmpty || !effects.isEmpty || entry.event == .unhandled
      else {
        return
      }
      addHead(entry)
      for change in changes { addChange(change) }
      for effect in effects { addEffect(effect, of: nil) }
    case .started, .waiting, .finished, .failed, .cancelled, .dropped:
      for effect in effects { addEffect(effect, of: entry.store) }
    case .error: addMargin { $0.add("! " + (entry.text ?? ""), .red) }
    case .broken:
      addMargin { $0.add("— the history breaks at \(entry.turn ?? 0): \(entry.text ?? "")", .yellow) }
    case .lost: break
    }
  }

  private mutating func addHead(_ entry: TurnLog.Entry) {
    var line = PrintedLine(width: width)
    let number = entry.turn.map { "\($0)" } ?? ""
    line.add(String(repeating: " ", count: max(0, Self.margin - 1 - number.count)) + number, .dim)
    line.add(" ")
    let store = entry.store ?? ""
    line.add(store, .cyan)
    line.add(String(repeating: " ", count: max(0, nameWidth - TextWidth.of(store)) + 2))
    line.add(entry.message ?? "", .bold)
    if entry.event == .unhandled { line.add("  not handled", .red) }
    if let cause = CauseText.of(entry) { line.addWhole("  ← \(cause)", .dim) }
    if let time = time(of: entry) { line.addWhole("  \(time)", .dim) }
    lines.append(line)
  }

  private func time(of entry: TurnLog.Entry) -> String? {
    guard let times = entry.times else { return nil }
    let (seconds, attoseconds) = (times.update + times.observers).components
    let microseconds = Double(seconds) * 1e6 + Double(attoseconds) / 1e12
    switch microseconds {
    case ..<0.5: return nil
    case ..<999.5: return "\(Int(microseconds.rounded())) µs"
    case ..<999_500:
      let tenths = Int((microseconds / 100).rounded())
      return tenths < 100 ? "\(tenths / 10).\(tenths % 10) ms" : "\((tenths + 5) / 10) ms"
    default:
      let tenths = Int((microseconds / 100_000).rounded())
      return "\(tenths / 10).\(tenths % 10) s"
    }
  }

  private mutating func addChange(_ change: String) {
    let ink: PrintedLine.Ink =
      switch change.first {
      case "+": .green
      case "-": .red
      default: .plain
      }
    addMargin { $0.add(change, ink) }
  }

  /// Adds the event of an effect, with its store if it stands alone.
  private mutating func addEffect(_ effect: TurnLog.Effect, of store: String?) {
    addMargin { line in
      let name = effect.name
      switch effect.event {
      case .started: line.add("▸ \(name)", .plain)
      case .waiting: line.add("◦ \(name) waits" + (effect.queue.map { " in \($0)" } ?? ""), .dim)
      case .finished: line.add("✓ \(name)", .green)
      case .failed: line.add("✗ \(name)" + (effect.text.map { ": \($0)" } ?? " failed"), .red)
      case .cancelled: line.add("✗ \(name) cancelled", .dim)
      case .dropped: line.add("✗ \(name) dropped" + (effect.text.map { ", \($0)" } ?? ""), .yellow)
      default: break
      }
      if store != nil { line.addWhole("  turn \(effect.turn)", .dim) }
    }
  }

  private mutating func addMargin(_ body: (inout PrintedLine) -> Void) {
    var line = PrintedLine(width: width)
    line.add(String(repeating: " ", count: Self.margin))
    body(&line)
    lines.append(line)
  }
}
