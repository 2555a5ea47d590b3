import Foundation
import InspectorCore
import InspectorOut

extension Route {
  /// Stretches of a history as files.
  static let outRoutes: [Route] = [
    Route("GET", "out") { view, query, _ throws(InspectorProblem) in
      let form = try query.needed("form")
      let branch = try query.number("branch", in: 1...Int.max)
      let stretch: Stretch
      var steps: String?
      if let branch {
        stretch = try view.branches[branch].stretch(view)
      } else {
        let from = try query.turn("from")
        let to = max(from, try query.turn("to"))
        let stores = Set(query.all("store"))
        if form == "test" { steps = stores.count == 1 ? stores.first : nil }
        stretch = try await view.stretch(
          from...to, stores: stores, steps: steps, hasStates: form != "sequence" && form != "perfetto")
      }
      do throws(StretchProblem) {
        let names = try SourceNames(query: query.rest())
        return try file(form, stretch, store: steps, names)
      } catch {
        throw .impossible(error.description)
      }
    }
  ]

  private static func file(
    _ form: String, _ stretch: Stretch, store: String?, _ names: SourceNames
  ) throws(StretchProblem) -> RouteAnswer {
    let first = stretch.turns.first?.number ?? 0
    let name = FileName.safe("\(stretch.flow)-\(first)-\(stretch.turns.last?.number ?? first)")
    func text(_ text: String, _ end: String, _ type: String) -> RouteAnswer {
      .file(name: name + end, type: "\(type); charset=utf-8", bytes: Array(text.utf8))
    }
    switch form {
    case "export":
      let export = try ExportForm.write(stretch, id: UUID().uuidString)
      return .file(name: name + ".jsonl", type: "application/x-ndjson", bytes: export.text)
    case "replay":
      let export = try ExportForm.write(stretch, id: UUID().uuidString)
      return text(
        ReplayForm.source(stretch, export: export.text, file: name + ".jsonl", names: names),
        "-replay.swift", "text/x-swift")
    case "test":
      let exact = stretch.stores.filter { store in
        store.isExact && stretch.turns.contains { $0.store == store.name }
      }
      guard let store = store ?? (exact.count == 1 ? exact[0].name : nil) else {
        throw StretchProblem("A test has the steps of one store; name it with `store`.")
      }
      return text(try StepsForm.source(stretch, store: store, names: names), "-steps.swift", "text/x-swift")
    case "sequence": return text(try SequenceForm.svg(stretch), ".svg", "image/svg+xml")
    case "perfetto":
      return .file(name: name + ".json", type: "application/json", bytes: PerfettoTrace.write(stretch))
    default:
      throw StretchProblem("`form` must be export, test, replay, sequence or perfetto.")
    }
  }
}
