extension FormState {
  /// The rows of a list in their order, each with the status of its fields, for a user interface that shows
  /// them.
  ///
  /// Cost: O(rows), with the rules of each. Each row looks through the server's complaints and the texts that
  /// are no values.
  public func rows<Row: FormValues & Identifiable>(
    _ list: KeyPath<Values, [Row]>
  ) -> [FormRowStatus<Row.ID>] where Row.ID: Sendable {
    rows(Values.form.field(at: list).name, value[keyPath: list], initial[keyPath: list])
  }

  /// The rows of a list with a name, from the present and the initial ones.
  func rows<Row: Identifiable>(
    _ list: String, _ present: [Row]?, _ initial: [Row]?
  ) -> [FormRowStatus<Row.ID>] where Row.ID: Sendable {
    guard let present else { return [] }
    let fields = Values.form.fieldsOfRows(in: list, of: value)
    let known = Set((initial ?? []).map(\.id))
    var ids = present.map(\.id).uniqued()[...]
    var rows: [FormRowStatus<Row.ID>] = []
    var start = 0
    while start < fields.count, let id = ids.popFirst() {
      let isNext = { (field: FormField<Values>) in
        field.row?.isWhole == true && field.containers.first == list
      }
      let end = fields[(start + 1)...].firstIndex(where: isNext) ?? fields.count
      rows.append(status(of: fields[start..<end], id, isNew: !known.contains(id)))
      start = end
    }
    return rows
  }

  /// The present status of a row; nil if it is not in the list.
  public subscript<Row: FormValues & Identifiable>(
    list: KeyPath<Values, [Row]>, id: Row.ID
  ) -> FormRowStatus<Row.ID>? where Row.ID: Sendable {
    let listName = Values.form.field(at: list).name
    let rowName = RowName.row(listName, RowName.text(id))
    let fields = Values.form.fieldsOfRows(in: listName, of: value).filter {
      $0.name == rowName || $0.containers.contains(rowName)
    }
    if fields.isEmpty { return nil }
    return status(of: fields[...], id, isNew: !initial[keyPath: list].contains { $0.id == id })
  }

  /// The present status of a field of a row; nil if the row is not in the list.
  public subscript<Row: FormValues & Identifiable>(
    list: KeyPath<Values, [Row]>, id: Row.ID, path: PartialKeyPath<Row>
  ) -> FieldStatus? where Row.ID: Sendable {
    self[Values.form.name(of: path, in: list, id)]
  }

  /// Returns the status of a row, from the row as a whole and its fields.
  func status<ID: Hashable & Sendable>(
    of fields: ArraySlice<FormField<Values>>, _ id: ID, isNew: Bool
  ) -> FormRowStatus<ID> {
    let statuses = fields.map { status(of: $0) }
    return FormRowStatus(
      id: id, name: statuses[0].name,
      fields: zip(fields, statuses).filter { $0.isInput && $1.isActive }.map(\.1),
      issue: statuses[0].issue, isDirty: statuses.contains(where: \.isDirty), isNew: isNew)
  }

  /// The text of a field, as typed; nil for one of a row that is not there.
  subscript(text name: String) -> String? { self[name]?.text }

  /// Forgets what is known of rows that are gone, and of values in rows that have become others.
  mutating func reconcileRows(
    from old: Values, _ checked: Set<String>
  ) -> [FormRequest<Values>] {
    let names = Set(texts.keys).union(touched).union(checks.keys).union(rejected.compactMap(\.field))
    var requests: [FormRequest<Values>] = []
    var settled: Set<String> = []
    let fields = names.isEmpty ? [:] : Values.form.fieldsByName(of: value)
    for name in names.sorted() {
      if let field = fields[name] {
        if field.row == nil || field.isSame(old, value) { continue }
        texts[name] = nil
        settled.insert(name)
        requests += check(field, checked)
      } else if Values.form.field(name) != nil {
        // Its row is gone.
        texts[name] = nil
        touched.remove(name)
        settled.insert(name)
        if checks.removeValue(forKey: name)?.isPending == true { requests.append(.cancelCheck(field: name)) }
      }
    }
    if !settled.isEmpty { rejected.removeAll { $0.field.map(settled.contains) ?? false } }
    return requests
  }
}

/// The present status of a row of a form, to show.
public struct FormRowStatus<ID: Hashable & Sendable>: Hashable, Sendable, Identifiable {
  /// The id of the row.
  public let id: ID
  /// The name of the row, such as `lines[7]`.
  public let name: String
  /// The fields that take part, in their order, with those of lists in the row in their place.
  public let fields: [FieldStatus]
  /// The complaint about the row as a whole to show, of a rule of its form or of the server.
  public let issue: String?
  /// True if the row is new, or one of its fields is dirty.
  public let isDirty: Bool
  /// True if the row is not among the initial ones.
  public let isNew: Bool
}

extension Array where Element: Hashable {
  /// Returns the elements without those that have come before.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
