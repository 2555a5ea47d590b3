extension Prism where Whole == Part? {
  /// The prism to the wrapped value of an `Optional`.
  @_alwaysEmitIntoClient
  public static var some: Prism {
    Prism(tryGet: { $0 }, inject: { $0 })
  }
}

extension Prism {
  /// Returns the prism to the value of a successful `Result`.
  @_alwaysEmitIntoClient
  public static func success<Failure: Error>() -> Prism where Whole == Result<Part, Failure> {
    Prism(
      tryGet: { if case .success(let value) = $0 { value } else { nil } },
      inject: { .success($0) })
  }

  /// Returns the prism to the error of a failed `Result`.
  @_alwaysEmitIntoClient
  public static func failure<Success>() -> Prism where Whole == Result<Success, Part>, Part: Error {
    Prism(
      tryGet: { if case .failure(let error) = $0 { error } else { nil } },
      inject: { .failure($0) })
  }

  /// Returns the prism that finds `()` in wholes equal to `value`, and nothing in others.
  ///
  /// It serves for the cases that have no payload: `Prism.only(Route.home)`.
  @_alwaysEmitIntoClient
  public static func only(_ value: Whole) -> Prism where Whole: Equatable & Sendable, Part == Void {
    Prism(tryGet: { $0 == value ? () : nil }, inject: { value })
  }
}

extension Prism where Part == Never {
  /// The prism that finds nothing in any whole.
  @_alwaysEmitIntoClient
  public static var never: Prism {
    @Sendable func whole(of part: Never) -> Whole {}
    return Prism(tryGet: { _ in nil }, inject: whole)
  }
}
