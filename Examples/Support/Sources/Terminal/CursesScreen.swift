import CNcurses
import Foundation

/// The screen of ncurses: opened on creation, and restored on deinit.
///
/// A process has at most one, which the main actor uses.
final class CursesScreen {
  private let screen: OpaquePointer
  private var pairs: ColourPairs

  init() throws(TerminalError) {
    Self.chooseLocale()
    let name = ProcessInfo.processInfo.environment["TERM"] ?? ""
    guard let screen = curses_open() else { throw .unknownTerminal(name: name) }
    guard curses_can_place() else {
      endwin()
      delscreen(screen)
      throw .cannotPlaceText(name: name)
    }
    self.screen = screen
    raw()
    noecho()
    nonl()
    // Checking for typed keys would delay the drawing.
    typeahead(-1)
    pairs = ColourPairs()
    _ = Self.givesBackAtExit
    resize()
    take()
  }

  deinit {
    giveBack()
    delscreen(screen)
  }

  /// The columns and rows, limited to a realistic maximum.
  var size: (width: Int, height: Int) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    if !curses_size(STDOUT_FILENO, &columns, &rows) { (columns, rows) = (curses_columns(), curses_rows()) }
    return (min(max(1, Int(columns)), 1000), min(max(1, Int(rows)), 1000))
  }

  /// Adopts the terminal's current size.
  func resize() {
    let size = size
    if curses_columns() != size.width || curses_rows() != size.height {
      resizeterm(Int32(size.height), Int32(size.width))
    }
  }

  /// Takes the screen over again, and redraws all of it.
  func take() {
    reset_prog_mode()
    clearok(curses_window(), true)
    wrefresh(curses_window())
    Self.announcePastes(true)
  }

  /// Restores the terminal.
  func giveBack() { Self.giveBack() }

  /// Draws a canvas; cells outside of the screen are left out.
  func draw(_ canvas: Canvas) {
    let window = curses_window()
    let size = size
    werase(window)
    for row in 0..<min(canvas.height, size.height) {
      for column in 0..<min(canvas.width, size.width) {
        let cell = canvas[row, column]
        if !cell.isContinuation && cell != Canvas.Cell() { draw(cell, row: row, column: column, in: window) }
      }
    }
    let isShown: (Canvas.Position) -> Bool = {
      (0..<size.height).contains($0.row) && (0..<size.width).contains($0.column)
    }
    if let cursor = canvas.cursor, isShown(cursor) {
      wmove(window, Int32(cursor.row), Int32(cursor.column))
      curs_set(1)
    } else {
      curs_set(0)
    }
    wrefresh(window)
  }

  private func draw(_ cell: Canvas.Cell, row: Int, column: Int, in window: UnsafeMutablePointer<WINDOW>?) {
    let (attributes, pair) = pairs.look(of: cell.style)
    for piece in Glyph(cell.text).pieces {
      // A system that measures a character differently, as an older one does for new emoji, would shift the
      // rest of the row.
      let scalars = piece.scalars.map { wchar_t(truncatingIfNeeded: $0.value) }
      let isCountedAlike = scalars.first.map { Int(curses_width($0)) } == piece.width
      let unknown = wchar_t(UInt8(ascii: "?"))
      let parts = isCountedAlike ? [scalars] : Array(repeating: [unknown], count: piece.width)
      for (offset, part) in parts.enumerated() {
        var character = cchar_t()
        setcchar(&character, part + [0], attributes, pair, nil)
        let place = column + piece.column + offset
        mvwadd_wchnstr(window, Int32(row), Int32(place), &character, 1)
      }
    }
  }

  // MARK: Process state

  /// Sets the locale, which decides the widths; one that is not UTF-8 cannot show the text of most languages.
  private static func chooseLocale() {
    for name in ["", "C.UTF-8", "en_US.UTF-8", "UTF-8"] where setlocale(LC_CTYPE, name) != nil {
      if let codes = nl_langinfo(nl_item(CODESET)), String(cString: codes) == "UTF-8" { return }
    }
  }

  /// A program may call `exit` at any time; then deinit does not run.
  private static let givesBackAtExit: Void = { atexit { CursesScreen.giveBack() } }()

  private static func giveBack() {
    guard curses_window() != nil, !isendwin() else { return }
    announcePastes(false)
    endwin()
  }

  /// Enables or disables marks around pasted text; a terminal that does not support this ignores it.
  private static func announcePastes(_ isOn: Bool) {
    let request = isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l"
    _ = write(STDOUT_FILENO, request, request.utf8.count)
  }
}
