@testable import HTTPDaemon

/// The law of heads: what is taken for one, where the library has left it, was one as RFC 9112 has it, and no
/// other is.
enum FuzzHeads {
  static func check(_ raw: [UInt8]) throws {
    guard let end = end(of: raw) else { return }
    let raw = Array(raw[..<end])
    // What cannot be told from a line's end once the library has had it: a zero byte at the end of a line,
    // and a bare line feed behind it.
    if zip(raw, raw.dropFirst()).contains(where: { $0 == 0 && $1 == 10 }) { return }
    if raw.suffix(4) == [0, 13, 10, 10] { return }
    guard let (memory, target, names) = left(of: raw) else { return }
    let head = RequestHead(memory, target: target, names: names)
    let lines = soundLines(of: raw)
    try HTTPFuzzFinding.unless(
      (head != nil) == (lines != nil),
      "\(head == nil ? "A sound head is refused" : "An unsound head is taken").")
    guard let head, let lines else { return }
    let hosts = lines.dropFirst().filter { name(of: $0) == "host" }
    try HTTPFuzzFinding.unless(head.host.lines == hosts.count, "Another number of Host lines was read.")
    guard let names = try? HostNames(listeningOn: "127.0.0.1") else { return }
    let refusal = HeadRules(names: names, limits: Limits()).refusal(head, target: target)
    try HTTPFuzzFinding.unless(
      refusal != nil || hosts.count == 1 || head.isOld, "A head without a Host passes.")
    let encodings = lines.contains { name(of: $0) == "transfer-encoding" }
    let lengths = lines.filter { name(of: $0) == "content-length" }.count
    try HTTPFuzzFinding.unless(
      refusal != nil || lengths + (encodings ? 1 : 0) <= 1, "A body with two lengths passes.")
  }

  /// The end of a head for the library: behind the first empty line.
  private static func end(of raw: [UInt8]) -> Int? {
    var isEmpty = false
    for (place, byte) in raw.enumerated() {
      if byte == 10 {
        if isEmpty { return place + 1 }
        isEmpty = true
      } else if byte != 13 || place + 1 == raw.count || raw[place + 1] != 10 {
        isEmpty = false
      }
    }
    return nil
  }

  /// The memory that the library leaves, the target that it tells, and where its headers begin; nil for what
  /// it refuses by itself.
  private static func left(of raw: [UInt8]) -> (memory: [UInt8], target: [UInt8], names: [Int])? {
    var memory = raw
    var lines: [Range<Int>] = []
    var start = 0
    for place in raw.indices where raw[place] == 10 {
      let hasReturn = place > start && raw[place - 1] == 13
      lines.append(start..<(hasReturn ? place - 1 : place))
      memory[place] = 0
      if hasReturn { memory[place - 1] = 0 }
      start = place + 1
    }
    guard let line = lines.first, let first = raw[line].firstIndex(of: 0x20),
      let last = raw[line].lastIndex(of: 0x20), first < last, first > line.lowerBound
    else { return nil }
    (memory[first], memory[last]) = (0, 0)
    let headers = lines.dropFirst().dropLast().filter { !$0.isEmpty }
    for line in headers {
      guard let colon = raw[line].prefix(while: { $0 != 0 }).firstIndex(of: 0x3A) else { return nil }
      memory[colon] = 0
    }
    return (memory, Array(raw[(first + 1)..<last].prefix { $0 != 0 }), headers.map(\.lowerBound))
  }

  /// The lines of a head as they should be; nil for any other.
  private static func soundLines(of raw: [UInt8]) -> [[UInt8]]? {
    var lines: [[UInt8]] = [[]]
    var rest = raw[...]
    while let byte = rest.popFirst() {
      if byte == 13 {
        guard rest.popFirst() == 10 else { return nil }
        lines.append([])
      } else {
        lines[lines.count - 1].append(byte)
      }
    }
    guard lines.count >= 3, lines.suffix(2) == [[], []] else { return nil }
    lines.removeLast(2)
    let isPlain = lines.allSatisfy { $0.allSatisfy { $0 == 9 || $0 >= 0x20 && $0 != 0x7F } }
    let words = lines[0].split(separator: 0x20, omittingEmptySubsequences: false)
    guard isPlain, words.count == 3, words.allSatisfy({ !$0.isEmpty && !$0.contains(9) }),
      words[0].allSatisfy(isToken), words[2].count == 8, words[2].starts(with: "HTTP/1.".utf8),
      let minor = words[2].last, (0x30...0x39).contains(minor),
      lines.dropFirst().allSatisfy({ name(of: $0) != nil })
    else { return nil }
    return lines
  }

  private static func name(of line: [UInt8]) -> String? {
    guard let colon = line.firstIndex(of: 0x3A), colon > 0, line[..<colon].allSatisfy(isToken) else {
      return nil
    }
    return String(decoding: line[..<colon], as: UTF8.self).lowercased()
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    let marks = Array("!#$%&'*+-.^_`|~".utf8)
    return (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 32) && byte < 0x80
      || marks.contains(byte)
  }
}
