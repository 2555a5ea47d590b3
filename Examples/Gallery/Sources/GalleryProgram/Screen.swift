import Foundation
import GalleryPrograms
import LineTerminal
import Millrace
import ProcessSignals

/// The game of life on the whole terminal.
@MainActor
enum Screen {
  /// Plays until the generations are over, a line is typed, or a signal ends the program.
  static func play(_ turns: Int?, on terminal: Terminal) async {
    let (columns, rows) = terminal.size
    let screen = LifeScreen(
      columns: columns, rows: rows, turns: turns, environment: StoreEnvironment(), draw: terminal.draw)
    // A signal must restore the terminal, too.
    let end = EndSignal([SIGINT, SIGTERM, SIGHUP])
    let ending = Task {
      await end.wait()
      screen.stop()
    }
    let typing = Task {
      for await _ in terminal.typedLines() { break }
      screen.stop()
    }
    await screen.finished()
    typing.cancel()
    ending.cancel()
    terminal.draw(LifeScreen.closing)
  }
}
