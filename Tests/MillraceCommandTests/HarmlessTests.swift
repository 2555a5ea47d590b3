import Millrace
import MillraceJournal
import MillraceSupport
import Testing

@testable import MillraceCommand

/// Nothing that comes from a file or an argument steers the terminal or turns the order of what is read.
struct HarmlessTests {
  /// The control characters, and those that change the direction of writing.
  static let dangerous: [UInt32] =
    Array(0x00..<0x20) + Array(0x7F..<0xA0) + [0x061C, 0x200E, 0x200F] + Array(0x2028...0x202E)
    + Array(0x2066...0x2069)

  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0 == "\n" || !Self.dangerous.contains($0.value) }
  }

  @Test("each of these characters is written out")
  func each() throws {
    for value in Self.dangerous {
      let scalar = try #require(Unicode.Scalar(value))
      let text = TextWidth.harmless("a\(scalar)b")
      #expect(isHarmless(text) && !text.contains("\n") && text.hasPrefix("a\\"), "\(value)")
      let json = Console.harmless("\"a\(scalar)b\"")
      if value >= 0x20 {
        #expect(isHarmless(json), "\(value)")
        #expect(try JournalValue(json: json) == .text("a\(scalar)b"), "\(value)")
      }
    }
  }

  @Test("names, messages, labels, keys and reasons of a journal are harmless, as text and as JSON")
  func journal() async throws {
    let folder = try CommandFolder()
    for value in [0x07, 0x1B, 0x7F, 0x9B, 0x061C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069] as [UInt32]
    {
      let bad = "x\(try #require(Unicode.Scalar(value)))y"
      func json(_ text: String) -> String { JournalValue.text(text).json() }
      let journal = try CommandJournal(path: folder("\(value)"), flow: bad, stores: [bad])
      try journal.kind(1, bad)
      try journal.snapshot(at: 0, type: 1, json(bad))
      try journal.turn(
        1, #"{\#(json(bad)):{"_0":\#(json(bad))}}"#,
        effects: """
          [{"kind":"failed","effect":1,"turn":1,"label":\(json(bad)),"id":\(json(bad)),"queue":\(json(bad)),\
          "reason":\(json(bad))}]
          """)
      try journal.event(after: 1, #"{"kind":"finished","effect":1,"turn":1,"label":\#(json(bad))}"#)
      try journal.task(bad, type: 1, json(bad), asked: 1)
      try journal.gap(after: 1, until: 9, bad)
      let path = journal.path
      for arguments in [
        ["info", path], ["log", path], ["show", path, "1", "--state", bad], ["tasks", path],
        ["show", path, "--key", bad], ["verify", path], ["show", path, "5"],
        ["show", path, "1", "--state", bad + "z"],
        ["log", path, "--store", bad + "z"], ["diff", path, path + bad], ["export", path, folder(bad)],
        ["export", path], [bad, bad], ["log", path, "--" + bad], ["compact", path, "--snapshots", bad],
      ] {
        for more in [[], ["--json"]] {
          for width in [100, nil] as [Int?] {
            if arguments == ["export", path], width == nil { continue }
            let printed = Printed()
            _ = await Program(.printing(to: printed, width: width)).run(["journal"] + arguments + more)
            #expect(isHarmless(printed.output), "\(value) \(arguments.first ?? "") \(more)")
            #expect(isHarmless(printed.errors), "\(value) \(arguments.first ?? "") \(more)")
          }
        }
      }
    }
  }

  @Test("An export on a terminal is harmless wherever its pieces end, and elsewhere it is as it is")
  func pieces() {
    let json = #"{"a":"\#u{9B}ü\#u{202E}𝄞\#u{200E}"}"# + "\n"
    for size in 1...json.utf8.count {
      var filter = TerminalFilter()
      var text = ""
      var rest = Array(json.utf8)[...]
      while !rest.isEmpty {
        rest.prefix(size).withUnsafeBytes { text += filter.harmless($0) }
        rest = rest.dropFirst(size)
      }
      #expect(text == #"{"a":"\u009bü\u202e𝄞\u200e"}"# + "\n", "\(size)")
    }
  }
}
