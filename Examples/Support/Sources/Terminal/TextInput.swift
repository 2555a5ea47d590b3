/// An editable text field.
///
/// The cursor counts characters as a person does: one step passes a letter with its marks, or a whole emoji.
public struct TextInput: Hashable, Sendable, Codable {
  /// The content of the field.
  ///
  /// A cursor beyond the end of a new text moves to its end.
  public var text: String {
    didSet { cursor = min(cursor, text.count) }
  }
  /// The number of characters before the cursor.
  public private(set) var cursor: Int
  /// True when the enter key begins a new line; otherwise it has no meaning here.
  public var isMultiline: Bool

  /// Creates a field with the cursor at its end.
  public init(_ text: String = "", isMultiline: Bool = false) {
    self.text = text
    self.isMultiline = isMultiline
    cursor = text.count
  }

  /// Decodes a field; an invalid cursor moves to the nearest position.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decode(String.self, forKey: .text)
    isMultiline = try container.decode(Bool.self, forKey: .isMultiline)
    cursor = min(max(0, try container.decode(Int.self, forKey: .cursor)), text.count)
  }

  /// Applies a key, and returns whether it has a meaning.
  ///
  /// An editing key has a meaning even where it changes nothing, like backspace at the beginning. Up and down
  /// have a meaning where there is a line to go to, and enter in a field of several lines. Control-a and
  /// control-e move to the ends of the line, control-k and control-u delete up to them, control-w deletes a
  /// word.
  public mutating func edit(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let pasted): insert(insertable(pasted))
    case .enter where isMultiline: insert("\n")
    case .backspace: delete(from: max(0, cursor - 1), to: cursor)
    case .delete: delete(from: cursor, to: min(text.count, cursor + 1))
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .wordLeft: cursor = wordStart
    case .wordRight: cursor = wordEnd
    case .home, .control("a"): cursor = lineStart
    case .end, .control("e"): cursor = lineEnd
    case .control("k"): delete(from: cursor, to: lineEnd == cursor ? min(text.count, cursor + 1) : lineEnd)
    case .control("u"): delete(from: lineStart, to: cursor)
    case .control("w"): delete(from: wordStart, to: cursor)
    case .up where isMultiline: return goToLineAbove()
    case .down where isMultiline: return goToLineBelow()
    default: return false
    }
    return true
  }

  // MARK: Editing

  private mutating func insert(_ new: String) {
    let start = place(cursor)
    let end = text[..<start].utf8.count + new.utf8.count
    var changed = text
    changed.insert(contentsOf: new, at: start)
    moveCursor(behindByte: end, of: changed)
  }

  private mutating func delete(from first: Int, to last: Int) {
    let start = place(first)
    let end = text[..<start].utf8.count
    var changed = text
    changed.removeSubrange(start..<place(last))
    moveCursor(behindByte: end, of: changed)
  }

  /// Moves the cursor after a change: neighbouring characters may combine, and the cursor must not be inside
  /// of one.
  private mutating func moveCursor(behindByte end: Int, of changed: String) {
    let target = changed.utf8.index(changed.startIndex, offsetBy: end)
    cursor = 0
    text = changed
    cursor = changed.indices.prefix { $0 < target }.count
  }

  /// Removes control characters except for line breaks, and replaces those in a single-line field.
  private func insertable(_ pasted: String) -> String {
    var result = ""
    for character in pasted {
      if character.isNewline {
        result.append(isMultiline ? "\n" : " ")
      } else if character == "\t" {
        result.append(isMultiline ? "\t" : " ")
      } else if character.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) {
        result.append(character)
      }
    }
    return result
  }

  // MARK: Positions

  private func place(_ offset: Int) -> String.Index {
    text.index(text.startIndex, offsetBy: offset)
  }

  private var lineStart: Int {
    text.prefix(cursor).lastIndex(where: \.isNewline).map { text[...$0].count } ?? 0
  }

  private var lineEnd: Int {
    cursor + text.dropFirst(cursor).prefix { !$0.isNewline }.count
  }

  private var wordStart: Int {
    let before = text.prefix(cursor).reversed()
    let gap = before.prefix { !Self.isOfWord($0) }.count
    return cursor - gap - before.dropFirst(gap).prefix(while: Self.isOfWord).count
  }

  private var wordEnd: Int {
    let behind = text.dropFirst(cursor)
    let gap = behind.prefix { !Self.isOfWord($0) }.count
    return cursor + gap + behind.dropFirst(gap).prefix(while: Self.isOfWord).count
  }

  private static func isOfWord(_ character: Character) -> Bool { !character.isWhitespace }

  private mutating func goToLineAbove() -> Bool {
    let start = lineStart
    guard start > 0 else { return false }
    let column = cursor - start
    cursor = start - 1
    cursor = min(lineStart + column, cursor)
    return true
  }

  private mutating func goToLineBelow() -> Bool {
    let column = cursor - lineStart
    let end = lineEnd
    guard end < text.count else { return false }
    cursor = end + 1
    cursor = min(cursor + column, lineEnd)
    return true
  }
}
