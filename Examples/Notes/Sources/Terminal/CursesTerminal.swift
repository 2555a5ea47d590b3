import Foundation

/// How a terminal came to its end while the program was using it.
public enum TerminalEnd: Hashable, Sendable {
  /// The terminal is gone: nothing can be typed or shown any more.
  case hangUp
  /// The program was asked to end by a signal: `SIGTERM`, `SIGINT` or `SIGHUP`.
  case signal(Int32)
}

/// The terminal that the program was started in, as a whole screen and as keys.
///
/// It is the thin shell around ``Canvas`` and ``Key``: it shows the one, tells of the other, and decides nothing. It
/// never waits for a key. Whatever ends it, be it `close()`, the end of its owner, a signal or `exit`, the terminal is
/// as before.
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
  /// Called once, when the terminal has ended by itself; it is closed already.
  ///
  /// The program is expected to end. Without a closure, it ends as programs do by such a signal, or when their
  /// terminal is gone.
  public var onEnd: ((TerminalEnd) -> Void)?

  private var screen: CursesScreen?
  private var keys: KeyReader?
  private var signals: SignalWatch?
  private static weak var current: CursesTerminal?

  /// Takes over the terminal of the program.
  ///
  /// - Throws: ``TerminalError`` where there is no terminal, or none that can show a screen.
  public init() throws(TerminalError) {
    guard Self.current?.screen == nil else { throw .isOpen }
    guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else { throw .notATerminal }
    // Before ncurses, which leaves a signal alone that is handled already.
    signals = try watchSignals()
    screen = try CursesScreen()
    keys = KeyReader { [weak self] keys in
      // The first of them may close the terminal, and the others came after that.
      for key in keys where self?.screen != nil { self?.onKey?(key) }
    } onEnd: { [weak self] in
      self?.end(.hangUp)
    }
    Self.current = self
  }

  /// The columns and rows of the terminal, at least 1 each.
  public var size: (width: Int, height: Int) { screen?.size ?? (1, 1) }

  /// Shows a canvas; what does not fit is left out, and only what has changed is sent to the terminal.
  public func show(_ canvas: Canvas) { screen?.draw(canvas) }

  /// Gives the terminal back and stops the program, as control-z does elsewhere; on return it has been continued.
  ///
  /// Where nobody could continue it, because no shell started it, it goes on at once.
  public func suspend() {
    guard let screen else { return }
    screen.giveBack()
    // The watch lets go of the signals meanwhile, so that this one stops the process.
    signals = nil
    SignalWatch.raiseAtOnce(SIGTSTP)
    // Its pipe is open already, which is all that could fail.
    signals = try? watchSignals()
    resume()
  }

  /// Gives the terminal back for good; nothing happens the second time.
  public func close() {
    keys = nil
    screen = nil
    signals = nil
  }

  // MARK: What comes by itself

  private func watchSignals() throws(TerminalError) -> SignalWatch {
    try SignalWatch([SIGWINCH, SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT]) { [weak self] signal in
      self?.received(signal)
    }
  }

  private func received(_ signal: Int32) {
    switch signal {
    case SIGWINCH: resized()
    case SIGTSTP: suspend()
    // Stopped by another signal; whoever continued it may have changed the terminal.
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
    // Also where whoever started the program wished it to be ignored: it is of no use without a terminal.
    signal(number, SIG_DFL)
    SignalWatch.raiseAtOnce(number)
  }
}
