import Millrace

/// A difference between two values at one path.
public struct JournalValueDifference: Hashable, Sendable {
  /// The path: member names and indices, as in `book.pages[3]`; empty for the value as a whole.
  public let path: String
  /// The part of the first value; nil when the path does not exist in it.
  public let left: JournalValue?
  /// The part of the second value; nil when the path does not exist in it.
  public let right: JournalValue?

  /// Creates a difference.
  public init(path: String, left: JournalValue?, right: JournalValue?) {
    self.path = path
    self.left = left
    self.right = right
  }
}

extension JournalValue {
  /// Returns the paths at which another value differs from this one.
  ///
  /// Members are compared by their names, in any order, and lists by their indices. Values with the same JSON
  /// are equal: bytes and their base64 text, a NaN and the text for it.
  ///
  /// - Parameter other: The value to compare with.
  /// - Returns: The differences, in the order of this value; empty when there are none.
  public func differences(from other: JournalValue) -> [JournalValueDifference] {
    var found: [JournalValueDifference] = []
    // The pairs left to compare, the next one last: a list, because recursion could overflow the stack.
    var rest: [(path: String, left: JournalValue?, right: JournalValue?)] = [("", self, other)]
    while let (path, left, right) = rest.popLast() {
      guard left != right else { continue }
      switch (left, right) {
      case (.object(let left)?, .object(let right)?):
        rest += Self.pairs(left, right).reversed().map { key, left, right in
          (path + Self.step(key, isFirst: path.isEmpty), left, right)
        }
      case (.array(let left)?, .array(let right)?):
        for index in (0..<max(left.count, right.count)).reversed() {
          rest.append(
            (
              "\(path)[\(index)]", index < left.count ? left[index] : nil,
              index < right.count ? right[index] : nil
            ))
        }
      case (let left?, let right?)
      where left.isLeaf && right.isLeaf && ExactText(left.json()) == ExactText(right.json()):
        continue
      default:
        found.append(JournalValueDifference(path: path, left: left, right: right))
      }
    }
    return found
  }

  private var isLeaf: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }

  private static func pairs(
    _ left: [Member], _ right: [Member]
  ) -> [(String, JournalValue?, JournalValue?)] {
    let there = Dictionary(
      right.map { (ExactText($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    let here = Set(left.map { ExactText($0.key) })
    return left.map { ($0.key, $0.value, there[ExactText($0.key)]) }
      + right.filter { !here.contains(ExactText($0.key)) }.map { ($0.key, nil, $0.value) }
  }

  private static func step(_ key: String, isFirst: Bool) -> String {
    let isName =
      !key.isEmpty
      && key.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    if isName { return isFirst ? key : "." + key }
    return "[\(JournalValue.text(key).json())]"
  }
}
