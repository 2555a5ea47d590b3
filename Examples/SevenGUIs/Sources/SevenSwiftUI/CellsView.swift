#if canImport(SwiftUI)
import Foundation
import Millrace
import MillraceForms
import SevenTasks
import SwiftUI

struct CellsView: View {
  @State private var store = Cells.store()

  var body: some View {
    VStack {
      TextField("Formula", text: store.binding(\.formula) { .edit($0) }.swiftUI)
        .onSubmit { store.send(.commit) }
      Text(store.remark)
      ScrollView([.horizontal, .vertical]) {
        Grid {
          ForEach(Array(0..<store.sheet.size.rows), id: \.self) { row in
            GridRow {
              Text("\(row)")
              ForEach(Array(0..<store.sheet.size.columns), id: \.self) { column in
                CellView(store: store, id: CellID(column: column, row: row))
              }
            }
          }
        }
      }
    }
  }
}

/// A cell, whose value is read through the table of cells.
private struct CellView: View {
  let store: Store<Cells, Cells.Message>
  let id: CellID

  var body: some View {
    Text(store.sheet.value(at: id)?.description ?? "")
      .foregroundStyle(store.sheet.value(at: id)?.isError == true ? Color.red : Color.primary)
      .frame(width: 84, height: 26)
      .border(store.selection == id ? Color.accentColor : Color.clear)
      .onTapGesture { store.send(.select(id)) }
      .accessibilityLabel(id.description)
  }
}
#endif
