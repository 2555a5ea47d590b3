/// A rectangle of the canvas.
struct Area: Hashable {
  var row: Int
  var column: Int
  var width: Int
  var height: Int

  /// The columns for text, between a margin at either side.
  var textWidth: Int { max(1, width - 2) }
}

/// What is where on a screen of some size; what does not fit is left out, the content last.
struct Layout: Hashable {
  /// The tabs, and what is shown.
  var title: Area?
  /// A line below them, or the words that are looked for.
  var rule: Area?
  /// What it is all about.
  let content: Area
  /// A sentence about what was done last.
  var notice: Area?
  /// How it stands with the server.
  var status: Area?
  /// The keys that are needed most.
  var hints: Area?

  /// Whether list and detail are side by side.
  let isWide: Bool

  /// A layout for a size.
  init(_ size: Size) {
    func line(_ row: Int) -> Area { Area(row: row, column: 0, width: size.width, height: 1) }
    let height = size.height
    var (top, bottom) = (0, height)
    if height >= 9 {
      hints = line(height - 1)
      bottom -= 1
    }
    if height >= 3 {
      bottom -= 1
      status = line(bottom)
    }
    if height >= 4 {
      bottom -= 1
      notice = line(bottom)
    }
    if height >= 2 {
      title = line(0)
      top = 1
    }
    if height >= 5 {
      rule = line(1)
      top = 2
    }
    content = Area(row: top, column: 0, width: size.width, height: max(1, bottom - top))
    isWide = size.width >= 90
  }

  /// Where the list is.
  var list: Area {
    var area = content
    if isWide { area.width = min(max(40, content.width * 2 / 5), 72) }
    return area
  }

  /// Where what is selected in it is.
  var detail: Area {
    guard isWide else { return content }
    var area = content
    area.column = list.width + 1
    area.width = content.width - area.column
    return area
  }
}
