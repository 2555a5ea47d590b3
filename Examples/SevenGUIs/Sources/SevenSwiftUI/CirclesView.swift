#if canImport(SwiftUI)
import Foundation
import Millrace
import MillraceForms
import SevenTasks
import SwiftUI

struct CirclesView: View {
  @State private var store = CircleDrawer.store()

  var body: some View {
    VStack {
      Canvas { [circles = store.circles, selection = store.selection] context, _ in
        for (id, circle) in circles {
          let path = Path(ellipseIn: circle.frame)
          if id == selection { context.fill(path, with: .color(.gray)) }
          context.stroke(path, with: .color(.primary))
        }
      }
      .frame(width: CircleDrawer.width, height: CircleDrawer.height)
      .onContinuousHover { phase in
        switch phase {
        case .active(let place): store.send(.point(Point(place)))
        case .ended: store.send(.point(nil))
        }
      }
      .onTapGesture { place in
        store.send(.point(Point(place)))
        store.send(.draw)
      }
      .contextMenu {
        Button("Adjust diameter") { store.send(.adjust) }.disabled(store.selection == nil)
      }
      .accessibilityLabel("Canvas")
      .accessibilityValue(store.summary)
      HStack {
        Button("Undo") { store.send(.undo) }.disabled(!store.canUndo)
        Button("Redo") { store.send(.redo) }.disabled(!store.canRedo)
      }
      if let diameter = store.binding(\.diameter, { .setDiameter($0 ?? 0) }).unwrapped() {
        HStack {
          Slider(value: diameter.swiftUI, in: CircleDrawer.diameters, step: 5) { Text("Diameter") }
          Button("Close") { store.send(.closeDialog) }
        }
      }
    }
  }
}

extension Point {
  fileprivate init(_ place: CGPoint) { self.init(x: place.x, y: place.y) }
}

extension SevenTasks.Circle {
  fileprivate var frame: CGRect {
    CGRect(
      x: center.x - diameter / 2, y: center.y - diameter / 2, width: diameter, height: diameter)
  }
}
#endif
