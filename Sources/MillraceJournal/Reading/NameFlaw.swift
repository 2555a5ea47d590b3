import Millrace

/// A flaw in a recorded name.
enum NameFlaw: Hashable, Sendable {
  case store(Int64, reason: String)
  case kind(Int64, reason: String)

  var finding: JournalFinding {
    switch self {
    case .store(let id, let reason): JournalFinding(.damage, "The store with the number \(id) \(reason).")
    case .kind(let id, let reason): JournalFinding(.damage, "The kind with the number \(id) \(reason).")
    }
  }
}

extension RowNames {
  /// The flaws that a damaged table can have, and that no writer produces.
  var flaws: [NameFlaw] {
    var flaws: [NameFlaw] = []
    var seenStores: Set<ExactText> = []
    for id in storeOrder {
      guard let name = stores[id], !seenStores.insert(ExactText(name)).inserted else { continue }
      flaws.append(.store(id, reason: "has the name of another one, `\(name)`"))
    }
    var seenKinds: Set<SchemaKind> = []
    for id in kindOrder {
      guard let kind = kinds[id] else { continue }
      if kind.version < 1 {
        flaws.append(.kind(id, reason: "has the version \(kind.version), but versions begin at 1"))
      } else if !seenKinds.insert(kind).inserted {
        flaws.append(.kind(id, reason: "has the name and version of another one, \(kind)"))
      }
    }
    return flaws
  }
}
