import Features

/// A feature that a person can do everything with.
protocol ShelfFeature: ListFeature, DetailFeature, CreateFeature, UpdateFeature, DeleteFeature
where Model: Equatable, Model.ID == Int {
  /// What one of it is called; several have an `s` behind it.
  static var word: String { get }
  /// A model in one line, without its id.
  static func line(_ model: Model) -> String
}
