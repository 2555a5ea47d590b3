import Foundation

/// The reason why a terminal has ended while the program was using it.
public enum TerminalEnd: Hashable, Sendable {
  /// The terminal was closed: no input or output is possible any more.
  case hangUp
  /// A signal requested the program's end: `SIGTERM`, `SIGINT` or `SIGHUP`.
  case signal(Int32)
}

/// The terminal of the program, as a whole screen and as keys.
///
/// It is the thin shell around ``Canvas`` and ``Key``: it draws canvases, reports keys, and decides nothing.
/// It never blocks for a key. The terminal is restored however the program ends: by `close()`, deinit, a
/// signal or `exit`.
///
/// ```swift
/// let terminal = try CursesTerminal()
/// terminal.onKey = { key in app.send(.pressed(key)) }
/// terminal.onEnd = { _ in app.send(.quit) }
/// terminal.show(screen(of: app.state, size: terminal.size))
/// ```
@MainActor
public final class CursesTerminal {
  /// Called for each key and each new size.
  public var onKey: ((Key) -> Void)?
  /// Called once when the terminal has ended by itself; it is already closed.
  ///
  /// The program should end then. Without a closure, it ends as by the signal, or as when its terminal is
  /// closed.
  public var onEnd: ((TerminalEnd) -> Void)?

  private var screen: CursesScreen?
  private var keys: KeyReader?
  private var signals: SignalWatch?
  private static weak var current: CursesTerminal?

  /// Takes over the program's terminal.
  ///
  /// - Throws: ``TerminalError`` without a terminal, or with one that cannot show a screen.
  public init() throws(TerminalError) {
    guard Self.current?.screen == nil else { throw .isOpen }
    guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else { throw .notATerminal }
    // Before ncurses, which does not replace existing signal handlers.
    signals = try watchSignals()
    screen = try CursesScreen()
    keys = KeyReader { [weak self] keys in
      // The first of them may close the terminal; the others are dropped then.
      for key in keys where self?.screen != nil { self?.onKey?(key) }
    } onEnd: { [weak self] in
      self?.end(.hangUp)
    }
    Self.current = self
  }

  /// The columns and rows of the terminal, at least 1 each.
  public var size: (width: Int, height: Int) { screen?.size ?? (1, 1) }

  /// Draws a canvas; cells that do not fit are left out, and only changed cells are sent to the terminal.
  public func show(_ canvas: Canvas) { screen?.draw(canvas) }

  /// Restores the terminal and stops the program, like control-z; returns when the program is continued.
  ///
  /// Without a shell that could continue it, it returns at once.
  public func suspend() {
    guard let screen else { return }
    screen.giveBack()
    // The watch is released, so that this signal stops the process.
    signals = nil
    SignalWatch.raiseAtOnce(SIGTSTP)
    // Its pipe is already open, so it cannot fail.
    signals = try? watchSignals()
    resume()
  }

  /// Restores the terminal for good; a second call does nothing.
  public func close() {
    keys = nil
    screen = nil
    signals = nil
  }

  // MARK: Events

  private func watchSignals() throws(TerminalError) -> SignalWatch {
    try SignalWatch([SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT]) { [weak self] signal in
      self?.received(signal)
    }
  }

  private func received(_ signal: Int32) {
    switch signal {
    case SIGWINCH: resized()
    case SIGTSTP: suspend()
    // Another signal has stopped the program, and the terminal may have been changed meanwhile.
    case SIGCONT: resume()
    default: end(.signal(signal))
    }
  }

  private func resized() {
    guard let screen else { return }
    screen.resize()
    let size = screen.size
    onKey?(.resize(width: size.width, height: size.height))
  }

  private func resume() {
    screen?.take()
    resized()
  }

  private func end(_ end: TerminalEnd) {
    close()
    if let onEnd { return onEnd(end) }
    let number =
      switch end {
      case .hangUp: SIGHUP
      case .signal(let number): number
      }
    // Even if the parent process set the signal to be ignored: the program is of no use without a terminal.
    signal(number, SIG_DFL)
    SignalWatch.raiseAtOnce(number)
  }
}
