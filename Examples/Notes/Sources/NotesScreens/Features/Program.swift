import Aftermath

/// A command that adapts the screen to a new size of the terminal.
struct Resize: ScreenFeature {
  typealias Output = Size

  let size: Size

  init(_ size: Size) { self.size = size }

  static var keepsNotice: Bool { true }

  func carryOut(at bench: Bench) -> Size { size }

  static func show(_ size: Size, on screen: inout Screen) { screen.resize(to: size) }
}

/// A command that ends the program; a form's input is kept.
struct Quit: ScreenFeature {
  typealias Output = Done

  func carryOut(at bench: Bench) -> Done {
    if let form = bench.screen.form { bench.keepDraft(of: form) }
    bench.workplace.quit()
    return Done()
  }
}
