extension Prism where Whole == Part? {
  /// The prism to the value of an `Optional` that has one.
  @_alwaysEmitIntoClient
  public static var some: Prism {
    Prism(tryGet: { $0 }, inject: { $0 })
  }
}

extension Prism {
  /// The prism to the value of a `Result` that succeeded.
  @_alwaysEmitIntoClient
  public static func success<Failure: Error>() -> Prism where Whole == Result<Part, Failure> {
    Prism(
      tryGet: { if case .success(let value) = $0 { value } else { nil } },
      inject: { .success($0) })
  }

  /// The prism to the error of a `Result` that failed.
  @_alwaysEmitIntoClient
  public static func failure<Success>() -> Prism where Whole == Result<Success, Part>, Part: Error {
    Prism(
      tryGet: { if case .failure(let error) = $0 { error } else { nil } },
      inject: { .failure($0) })
  }

  /// The prism that finds something, namely `()`, only in wholes equal to `value`.
  ///
  /// It serves for the cases that have no payload: `Prism.only(Route.home)`.
  @_alwaysEmitIntoClient
  public static func only(_ value: Whole) -> Prism where Whole: Equatable & Sendable, Part == Void {
    Prism(tryGet: { $0 == value ? () : nil }, inject: { value })
  }
}
