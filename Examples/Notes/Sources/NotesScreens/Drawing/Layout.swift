struct Area: Hashable {
  var row: Int
  var column: Int
  var width: Int
  var height: Int

  /// The width for text, with a margin on either side.
  var textWidth: Int { max(1, width - 2) }
}

/// The areas of a screen; without enough room areas are left out, the content last.
struct Layout: Hashable {
  /// The tabs, and the name of the content.
  var title: Area?
  /// A line below them, or the search field.
  var rule: Area?
  let content: Area
  /// A sentence about the last action.
  var notice: Area?
  /// The state of the connection.
  var status: Area?
  /// The most important keys.
  var hints: Area?

  /// True when list and detail are side by side.
  let isWide: Bool

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

  /// The area of the list.
  var list: Area {
    var area = content
    if isWide { area.width = min(max(40, content.width * 2 / 5), 72) }
    return area
  }

  /// The area of the selected item.
  var detail: Area {
    guard isWide else { return content }
    var area = content
    area.column = list.width + 1
    area.width = content.width - area.column
    return area
  }
}
