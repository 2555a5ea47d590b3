import Foundation
import Terminal

/// A program that shows the keys that it receives, for the tests of the terminal.
///
/// Control-q ends it, control-x calls `exit` without closing the terminal, control-t sends it `SIGTERM`,
/// control-z stops it.
@main
@MainActor
struct Echo {
  private let terminal: CursesTerminal
  private var keys: [Key] = []
  private var input = TextInput()

  static func main() async {
    do throws(TerminalError) {
      var echo = Echo(terminal: try CursesTerminal())
      await echo.run()
    } catch {
      print(error)
      exit(2)
    }
  }

  private init(terminal: CursesTerminal) {
    self.terminal = terminal
  }

  private enum Event {
    case key(Key)
    case end(TerminalEnd)
  }

  private mutating func run() async {
    let (events, sender) = AsyncStream<Event>.makeStream()
    if !CommandLine.arguments.contains("--unhandled") {
      terminal.onEnd = { sender.yield(.end($0)) }
    }
    terminal.onKey = { sender.yield(.key($0)) }
    show()
    for await event in events {
      switch event {
      case .end(let end):
        print("Ended by \(end).")
        exit(0)
      case .key(.control("q")):
        terminal.close()
        print("Closed.")
        exit(0)
      case .key(.control("x")):
        exit(3)
      case .key(.control("t")):
        kill(getpid(), SIGTERM)
      case .key(.control("z")):
        terminal.suspend()
      case .key(let key):
        keys.append(key)
        _ = input.edit(key)
        show()
      }
    }
  }

  private func show() {
    let (width, height) = terminal.size
    var canvas = Canvas(width: width, height: height)
    canvas.fill(row: 0, style: Style(foreground: .white, background: .blue))
    canvas.write(
      "\(width) × \(height), \(keys.count) keys", row: 0, column: 0,
      style: Style(isBold: true, foreground: .white, background: .blue))
    for (row, key) in keys.suffix(max(0, height - 2)).enumerated() {
      canvas.write("\(key)", row: row + 1, column: 0, style: Style(foreground: .green))
    }
    // In a terminal of one column the number of keys takes the place of the prompt, as the first line is not
    // seen.
    let prompt = width == 1 ? "\(keys.count)" : "> "
    canvas.write(prompt + input.text, row: height - 1, column: 0)
    canvas.cursor = Canvas.Position(
      row: height - 1, column: 2 + TextWidth.of(input.text.prefix(input.cursor)))
    terminal.show(canvas)
  }
}
