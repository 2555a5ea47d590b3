import Foundation
import LineTerminal
import Millrace
import MillraceTesting
import SevenSession
import SevenTerminal
import Terminal

/// The seven tasks on a terminal.
@main
@MainActor
struct Main {
  static let usage = """
    Usage: seven [--help]

    The seven tasks of the 7GUIs benchmark. On a terminal, the tab key goes from control to control, the enter key
    presses, and the escape key closes. Lines from a file are played as a session, in which no time passes but that of
    a line such as 'wait 3'.
    """

  static func main() async {
    do {
      switch CommandLine.arguments.dropFirst().first {
      case "--help", "-h": return print(usage)
      case let option?: throw OptionError.unknown(option)
      case nil: break
      }
      if isatty(STDIN_FILENO) != 0 { try await show() } else { await play() }
    } catch {
      LineTerminal.Terminal.complain("\(error)")
      exit(2)
    }
  }

  /// Runs for a person, until the escape key is pressed in the list.
  private static func show() async throws {
    let terminal = try CursesTerminal()
    let app = SevenApp(environment: StoreEnvironment())
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    var isDrawing = false
    // Once for all turns that are taken before the main actor comes to it.
    func draw() {
      if isDrawing { return }
      isDrawing = true
      Task {
        isDrawing = false
        terminal.show(app.canvas(width: terminal.size.width, height: terminal.size.height))
      }
    }
    app.onChange = draw
    terminal.onEnd = { _ in end.yield() }
    terminal.onKey = { key in
      switch key {
      case .control("z"): terminal.suspend()
      case .resize: draw()
      default: app.press(key)
      }
      if app.isOver { end.yield() }
    }
    draw()
    for await _ in ends { break }
    terminal.close()
  }

  private static func play() async {
    let clock = ManualClock()
    let app = SevenApp(environment: .session(clock))
    let session = Session(on: app, clock: clock) { print($0) }
    while let line = readLine() { await session.play(line) }
  }
}

enum OptionError: Error, CustomStringConvertible {
  case unknown(String)

  var description: String {
    switch self {
    case .unknown(let option): "'\(option)' is not an option of seven; 'seven --help' lists them."
    }
  }
}
