import Dispatch
import Foundation
import GalleryPrograms
import Millrace

/// The game of life on the whole terminal.
@MainActor
enum Screen {
  /// Plays until the generations are over, a line is typed, or a signal ends the program.
  static func play(_ turns: Int?, on terminal: Terminal) async {
    let (columns, rows) = terminal.size
    let screen = LifeScreen(
      columns: columns, rows: rows, turns: turns, environment: StoreEnvironment(), draw: terminal.draw)
    // A signal must restore the terminal, too.
    let signals = [SIGINT, SIGTERM, SIGHUP].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { screen.stop() } }
      source.resume()
      return source
    }
    let typing = Task {
      for await _ in Terminal.lines() { break }
      screen.stop()
    }
    await screen.finished()
    typing.cancel()
    signals.forEach { $0.cancel() }
    terminal.draw(LifeScreen.closing)
  }
}
