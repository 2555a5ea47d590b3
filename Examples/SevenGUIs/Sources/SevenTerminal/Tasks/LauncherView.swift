import SevenTasks

@MainActor
func launcherView(_ launcher: Launcher) -> [Control<Launcher.Message>] {
  SevenTask.allCases.map { .button($0.rawValue, .open($0)) }
}
