import Features

/// A feature with all operations.
protocol ShelfFeature: ListFeature, DetailFeature, CreateFeature, UpdateFeature, DeleteFeature
where Model: Equatable, Model.ID == Int {
  /// The name of one model; the plural has an `s`.
  static var word: String { get }
  /// Returns a model in one line, without its id.
  static func line(_ model: Model) -> String
}
