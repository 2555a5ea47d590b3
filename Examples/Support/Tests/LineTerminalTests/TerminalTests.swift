import Foundation
import Testing

@testable import LineTerminal

@Suite("The terminal of lines")
struct TerminalTests {
  private let input = Pipe()
  private let output = Pipe()

  private func terminal(isTyped: Bool, isRead: Bool, hasColours: Bool = false) -> Terminal {
    Terminal(
      isTyped: isTyped, isRead: isRead, hasColours: hasColours,
      input: LineReader(descriptor: input.fileHandleForReading.fileDescriptor),
      output: output.fileHandleForWriting)
  }

  private func type(_ text: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
  }

  private func printed() throws -> String {
    try output.fileHandleForWriting.close()
    return String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  @Test("a person sees each line in the place of the prompt, and the prompt below it")
  func prompts() throws {
    let terminal = terminal(isTyped: true, isRead: true)
    terminal.prompt()
    terminal.write("Hello.")
    terminal.end()
    #expect(try printed() == "\r\u{1B}[K> \r\u{1B}[KHello.\n> \r\u{1B}[K")
  }

  @Test("a file gets lines alone", arguments: [(true, false), (false, true), (false, false)])
  func files(isTyped: Bool, isRead: Bool) throws {
    let terminal = terminal(isTyped: isTyped, isRead: isRead)
    terminal.prompt()
    terminal.write("Hello.", .warm)
    terminal.end()
    #expect(try printed() == "Hello.\n")
  }

  @Test("a style is the terminal's code around the line")
  func styles() throws {
    let terminal = terminal(isTyped: false, isRead: true, hasColours: true)
    terminal.write("Hello.", .faint)
    terminal.write("Bye.")
    #expect(try printed() == "\u{1B}[2mHello.\u{1B}[0m\nBye.\n")
  }

  @Test("each line of a file is printed before it is followed, until one is the last")
  func followsFiles() async throws {
    try type("one\ntwo\nthree")
    let terminal = terminal(isTyped: false, isRead: false)
    await terminal.followLines { line in
      terminal.write("  \(line)!")
      return line != "two"
    }
    #expect(terminal.input.next() == "three", "no more is read than was followed")
    #expect(terminal.input.next() == nil)
    #expect(try printed() == "> one\n  one!\n> two\n  two!\n")
  }

  @Test("what a person types is followed until the input ends, and is not printed again")
  func followsTyping() async throws {
    try type("one\n\nthree")
    var lines: [String] = []
    await terminal(isTyped: true, isRead: false).followLines { line in
      lines.append(line)
      return true
    }
    #expect(lines == ["one", "", "three"])
    #expect(try printed() == "")
  }
}
