/// What came of restoring a state.
enum ArchiveRestoration<S: FlaskState> {
  /// Nothing has been archived.
  case none
  /// The state as it was archived.
  case restored(S)
  /// There was an archive that cannot be used; it has been set aside, so the place is free.
  case unusable(ArchiveError)
  /// There may be an archive that is of use; nothing may be written over it before somebody says so.
  case unreachable(ArchiveError)
}

/// Restores a state; an archive that cannot be used is set aside.
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
    // The archive may be as good as it can be, and another program's to read.
    case .unsoundMigrations, .newerForm, .newerVersion: return .unreachable(problem)
    default: break
    }
    do { return .unusable(problem.at(try storage.setAside(key))) } catch {
      var reason = DecodingReason.text(error)
      // Its own sentence about the archive would say the opposite of what is said here.
      if case ArchiveError.cannotWrite(_, _, let part) = error { reason = part }
      return .unreachable(.cannotSetAside(key: key, reason: reason, problem: "\(problem)"))
    }
  }
}
