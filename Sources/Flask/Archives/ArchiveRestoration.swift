enum ArchiveRestoration<S: FlaskState> {
  /// There is no archive.
  case none
  /// The archived state.
  case restored(S)
  /// The archive could not be used and has been set aside, so its place is free.
  case unusable(ArchiveError)
  /// The archive may be usable; it must not be overwritten before a save by hand.
  case unreachable(ArchiveError)
}

/// Restores a state, and sets an unusable archive aside.
func restore<S: FlaskState>(
  _ type: S.Type, key: String, from storage: any ArchiveStorage
) -> ArchiveRestoration<S> {
  let bytes: [UInt8]
  do {
    guard let found = try storage.read(key) else { return .none }
    bytes = found
  } catch {
    return .unreachable(
      error as? ArchiveError ?? .cannotRead(key: key, path: nil, reason: DecodingReason.text(error)))
  }
  do {
    return .restored(try ArchiveFormat.decode(type, bytes, key: key))
  } catch let problem {
    switch problem {
    // The archive may be intact, and readable for another program.
    case .unsoundMigrations, .newerForm, .newerVersion: return .unreachable(problem)
    default: break
    }
    do { return .unusable(problem.at(try storage.setAside(key))) } catch {
      var reason = DecodingReason.text(error)
      // The storage's own sentence about the archive would contradict this one.
      if case ArchiveError.cannotWrite(_, _, let part) = error { reason = part }
      return .unreachable(.cannotSetAside(key: key, reason: reason, problem: "\(problem)"))
    }
  }
}
