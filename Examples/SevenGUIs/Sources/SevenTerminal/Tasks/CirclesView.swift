import Millrace
import SevenTasks
import Terminal

func circlesView(_ drawer: CircleDrawer) -> [Control<CircleDrawer.Message>] {
  var controls: [Control<CircleDrawer.Message>] = [.area("Canvas", drawer.summary, drawing(drawer))]
  if drawer.isMenuOpen { controls.append(.button("Adjust diameter", .adjust)) }
  controls += [
    .button("Undo", isEnabled: drawer.canUndo, .undo),
    .button("Redo", isEnabled: drawer.canRedo, .redo),
  ]
  if let diameter = drawer.diameter {
    controls += [
      .slider("Diameter", diameter, in: CircleDrawer.diameters, step: 5) { .setDiameter($0) },
      .button("Close", .closeDialog),
    ]
  }
  return controls
}

private let columns = 60
private let rows = 15
private let columnWidth = CircleDrawer.width / Double(columns)
private let rowHeight = CircleDrawer.height / Double(rows)

/// The drawing in characters: arrows move the pointer, the enter key draws, and "m" opens the menu.
private func drawing(_ drawer: CircleDrawer) -> Area<CircleDrawer.Message> {
  let pointer = drawer.pointer ?? Point(x: CircleDrawer.width / 2, y: CircleDrawer.height / 2)
  func moved(_ columns: Double, _ rows: Double) -> CircleDrawer.Message {
    .point(Point(x: pointer.x + columns * columnWidth, y: pointer.y + rows * rowHeight))
  }
  return Area(
    height: rows + 1,
    draw: { canvas, top, isFocused in
      for row in 0..<rows {
        canvas.fill(row: top + row, column: 1, width: columns, style: Style(background: .black))
        for column in 0..<columns {
          let point = Point(x: (Double(column) + 0.5) * columnWidth, y: (Double(row) + 0.5) * rowHeight)
          guard let look = look(of: point, in: drawer) else { continue }
          canvas.write(look.text, row: top + row, column: 1 + column, style: look.style)
        }
      }
      if isFocused {
        canvas.cursor = Canvas.Position(
          row: top + min(rows - 1, Int(pointer.y / rowHeight)),
          column: 1 + min(columns - 1, Int(pointer.x / columnWidth)))
      }
    },
    key: { key in
      switch key {
      case .up: moved(0, -1)
      case .down: moved(0, 1)
      case .left: moved(-1, 0)
      case .right: moved(1, 0)
      case .enter, " ": drawer.pointer == nil ? .point(pointer) : .draw
      case "m": .openMenu
      case .escape: drawer.isMenuOpen ? .closeMenu : drawer.adjusting != nil ? .closeDialog : nil
      default: nil
      }
    },
    point: { x, y, isMenu in [.point(Point(x: x, y: y)), isMenu ? .openMenu : .draw] })
}

/// Returns the look of a point of the drawing: the selected circle is filled, of the others the edge is seen.
private func look(of point: Point, in drawer: CircleDrawer) -> (text: String, style: Style)? {
  let selection = drawer.selection
  for (id, circle) in drawer.circles {
    let (x, y) = (point.x - circle.center.x, point.y - circle.center.y)
    let distance = (x * x + y * y).squareRoot() - circle.diameter / 2
    if distance < 0, id == selection { return ("▒", Style(background: .black)) }
    if abs(distance) < rowHeight / 2 { return ("o", Style(background: .black)) }
  }
  return nil
}
