import Aftermath
import Millrace
import NotesClient
import NotesScreens
import Terminal

/// The full screen: it passes keys to the interface, and the interface's canvas to the terminal.
@MainActor
final class FullScreen {
  private let settings: Settings
  private var isDrawing = false

  init(_ settings: Settings) {
    self.settings = settings
  }

  /// Runs until the user quits.
  ///
  /// - Parameter link: The place to begin at.
  func run(link: String?) async throws -> Status {
    let client = try await Client.open(settings)
    let terminal: CursesTerminal
    do {
      terminal = try CursesTerminal()
    } catch {
      await client.close()
      throw error
    }
    let interface = client.interface
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    client.onQuit = { end.yield() }
    client.onProblem = { interface.engine.post(fact: Remark($0, isProblem: true)) }
    terminal.onEnd = { _ in end.yield() }
    terminal.onKey = { key in
      if key == .control("z") { terminal.suspend() } else { interface.press(key) }
    }
    let token = client.flow.tap { [self] _ in draw(interface, on: terminal) }
    // A past state that an inspector shows is no turn.
    let observation = interface.screen.observe { [self] _ in draw(interface, on: terminal) }

    interface.press(.resize(width: terminal.size.width, height: terminal.size.height))
    interface.start()
    if let link { interface.open(link: link) }
    terminal.show(interface.canvas())
    for await _ in ends { break }

    token.cancel()
    observation.cancel()
    terminal.close()
    client.onProblem = { Output.complain($0) }
    return await client.close() ? .done : .failed
  }

  /// Draws once for all turns that are taken before the main actor runs it.
  private func draw(_ interface: Interface, on terminal: CursesTerminal) {
    if isDrawing { return }
    isDrawing = true
    Task {
      isDrawing = false
      interface.refresh()
      terminal.show(interface.canvas())
    }
  }
}
